/** Files of a durable process that somebody removes, cuts or replaces while it runs. */
import { renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { gone, isAlive, program } from '../../../test/process/children.ts'
import { collectDurable, pidsIn, sessionFolder, startNode } from '../../../test/process/durable-children.ts'
import { durableFiles } from './files.ts'
import { endOrphan } from './orphan.ts'
import { adoptDurable } from './start.ts'

/** Would not end by itself, and leaves something behind that would not either. */
const STAYS = program(`
  require('node:child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
  setInterval(() => {}, 1000)
  console.log('{}')`)
const waits = { afterEndOfInput: 1, afterSigterm: 1000 }

test.each([
  ['cut', 'was cut short', (folder: string) => truncateSync(durableFiles(folder, 1).stdout, 0)],
  ['removed with its folder', 'was removed', (folder: string) => rmSync(folder, { recursive: true })],
  [
    'replaced',
    'was replaced',
    (folder: string) => {
      const { stdout } = durableFiles(folder, 1)
      writeFileSync(`${stdout}.new`, '{}\n{}\n')
      renameSync(`${stdout}.new`, stdout)
    },
  ],
])('a process whose output is %s is ended, with the reason', async (_, damage, harm) => {
  const folder = sessionFolder()
  const { lines, has, ended } = collectDurable(await startNode(STAYS, { folder, waits }))
  await has(1)
  const pids = Object.values(pidsIn(folder))
  harm(folder)
  const ending = await ended
  expect(ending).toMatchObject({
    cause: 'kill',
    error: { message: `its output file ${damage} while it ran` },
  })
  expect(lines).toEqual(['{}'])
  for (const pid of pids) await gone(pid)
})

test('the next host ends one whose output was removed before', async () => {
  const folder = sessionFolder()
  const first = await startNode(STAYS, { folder })
  const { has } = collectDurable(first)
  await has(1)
  await first.detach()
  rmSync(durableFiles(folder, 1).stdout)
  const { ended } = collectDurable(await adoptDurable(folder, 1, { offset: 3, waits }))
  const { cause, error } = await ended
  expect([cause, error?.message]).toEqual(['kill', 'its output file was removed while it ran'])
  expect(isAlive(first.pid ?? 0)).toBe(false)
})

test.skipIf(process.platform !== 'linux')(
  'one without a record is ended if it is the one that was meant',
  async () => {
    const folder = sessionFolder()
    const transport = await startNode(STAYS, { folder })
    const { has } = collectDurable(transport)
    await has(1)
    const { cli, holder, waiter } = pidsIn(folder)
    await transport.detach()
    expect(await endOrphan(folder, 1, cli)).toBe(false)
    rmSync(folder, { recursive: true })
    expect(await endOrphan(folder, 2, cli)).toBe(false)
    expect(await endOrphan(folder, 1, process.pid)).toBe(false)
    expect(isAlive(cli)).toBe(true)
    expect(await endOrphan(folder, 1, cli)).toBe(true)
    for (const pid of [cli, holder, waiter]) await gone(pid)
  },
)
