/** Every command by its name, in the order of the help. */
import { conformance } from './conformance/command.ts'
import { discover } from './discover/command.ts'
import { doctor } from './doctor/command.ts'
import type { Command } from './io.ts'
import { model } from './model/command.ts'
import { run } from './run/command.ts'

export const COMMANDS: Readonly<Record<string, Command>> = {
  run,
  model,
  doctor,
  conformance,
  discover,
}
