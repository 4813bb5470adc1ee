/** A start that is killed: it has an end with a reason, and nothing is left. At every line of it: test/process/killed-at-every-line. */
import { closeSync, mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sessionFolder } from '../../../test/process/durable-children.ts'
import {
  killedStart,
  killedWithHost,
  lateStart,
  placeOf,
  STAYS,
} from '../../../test/process/killed-starts.ts'
import { createForAppending, durableFiles } from './files.ts'
import { adoptDurable } from './start.ts'

/** What is done by then: nothing, the FIFO is open, the CLI runs, the record is written. */
const STAGES = ['exec 8<>', '"$@"', 'umask', 'exec 3>&-']
const CASES: [stage: string, ...victims: string[]][] = [
  ['exec 8<>', 'holder'],
  ['"$@"', 'holder', 'waiter'],
  ['umask', 'holder', 'waiter', 'CLI and waiter'],
  ['exec 3>&-', 'CLI', 'CLI and waiter'],
]
const cases = CASES.flatMap(([stage, ...victims]) => victims.map((victim) => [victim, stage] as const))

test.runIf(process.platform === 'linux').each(cases)('%s, killed before %s', async (victim, stage) => {
  await killedStart(victim, placeOf(stage))
  await killedWithHost(victim, placeOf(stage))
})

test.runIf(process.platform === 'linux').each(STAGES)('a holder that comes late to %s', async (stage) => {
  await lateStart(placeOf(stage))
})

test.runIf(process.platform === 'linux')('a CLI that nobody knows of, and that would stay', async () => {
  await killedWithHost('waiter', placeOf('umask'), STAYS)
})

test('a host that was killed before it made the FIFO', async () => {
  const folder = sessionFolder()
  mkdirSync(folder)
  closeSync(createForAppending(durableFiles(folder, 1).stdout))
  const ending = await (await adoptDurable(folder, 1)).close()
  expect(ending.error?.message).toBe('the host was killed while it started the process')
})
