import type { Group } from '../rule.ts'
import { approvals } from './approvals.ts'
import { configuration } from './configuration.ts'
import { control } from './control.ts'
import { endings } from './endings.ts'
import { environment } from './environment.ts'
import { flags } from './flags.ts'
import { hooks } from './hooks.ts'
import { input } from './input.ts'
import { interrupts } from './interrupts.ts'
import { localCommands } from './local-commands.ts'
import { longRetries, longWaits, silentServer } from './long-waits.ts'
import { permissionModes } from './permission-modes.ts'
import { prompts } from './prompts.ts'
import { questions } from './questions.ts'
import { remembering } from './remembering.ts'
import { servers } from './servers.ts'
import { sessions } from './sessions.ts'
import { start } from './start.ts'
import { streaming } from './streaming.ts'
import { tasks } from './tasks.ts'
import { waits } from './waits.ts'

export const GROUPS: readonly Group[] = [
  flags,
  configuration,
  start,
  streaming,
  prompts,
  approvals,
  remembering,
  permissionModes,
  questions,
  interrupts,
  control,
  hooks,
  servers,
  input,
  endings,
  sessions,
  localCommands,
  tasks,
  waits,
  environment,
  longWaits,
  longRetries,
  silentServer,
]
