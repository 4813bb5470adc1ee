/** Every rule that a CLI can be held to. */
import type { Group } from '../rule.ts'
import { approvals } from './approvals.ts'
import { control } from './control.ts'
import { endings } from './endings.ts'
import { flags } from './flags.ts'
import { hooks } from './hooks.ts'
import { input } from './input.ts'
import { interrupts } from './interrupts.ts'
import { permissionModes } from './permission-modes.ts'
import { prompts } from './prompts.ts'
import { questions } from './questions.ts'
import { remembering } from './remembering.ts'
import { sessions } from './sessions.ts'
import { start } from './start.ts'
import { streaming } from './streaming.ts'
import { tasks } from './tasks.ts'
import { longApprovals, longRetries, waits } from './waits.ts'

export const GROUPS: readonly Group[] = [
  flags,
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
  input,
  endings,
  sessions,
  tasks,
  waits,
  longApprovals,
  longRetries,
]
