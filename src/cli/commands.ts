/** Every command by its name, in the order of the help. */
import { conformance } from './conformance/command.ts'
import { discover } from './discover/command.ts'
import { doctor } from './doctor/command.ts'
import { down } from './host/down.ts'
import { service } from './host/service.ts'
import { status } from './host/status.ts'
import { up } from './host/up.ts'
import type { Command } from './io.ts'
import { model } from './model/command.ts'
import { run } from './run/command.ts'
import { tryOut } from './try/command.ts'

export const COMMANDS: Readonly<Record<string, Command>> = {
  up,
  down,
  status,
  service,
  try: tryOut,
  run,
  model,
  doctor,
  conformance,
  discover,
}
