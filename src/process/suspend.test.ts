/** Durable processes that are stopped with all that they started, and go on. */
import { expect, test } from 'vitest'
import { ECHO, program } from '../../test/process/children.ts'
import { collectDurable, pidsIn, sessionFolder, startNode } from '../../test/process/durable-children.ts'
import { isolationOf, whyNotIsolated } from '../../test/process/isolation.ts'
import { descendantsOf, isStopped, type ProcessId, startTimeOf } from './descendants.ts'
import { adoptDurable } from './durable/start.ts'
import type { DurableTransport } from './durable/transport.ts'
import { continueTrees, suspendTrees } from './suspend.ts'

/** Starts a shell in a session of its own, as the CLI does with a Bash tool, which starts another program; then echoes. */
const PARENT = program(`
  const { spawn } = require('node:child_process')
  spawn('sh', ['-c', 'sleep 600 & wait'], { detached: true, stdio: 'ignore' }).unref()
  process.stdin.pipe(process.stdout)`)

const idOf = (pid: number): ProcessId => ({ pid, startedAt: startTimeOf(pid) })
const treeOf = (top: ProcessId) => [top, ...descendantsOf(top.pid)]
const topOf = ({ top }: DurableTransport): ProcessId => {
  if (!top) throw new Error('it has ended')
  return top
}
const states = (processes: readonly ProcessId[]) => [...new Set(processes.map(isStopped))]

test('stops all that a process has started, and nothing of its holder; then all of it goes on', async () => {
  const folder = sessionFolder()
  const transport = await startNode(PARENT, { folder })
  const { lines, has } = collectDurable(transport)
  const top = topOf(transport)
  await expect.poll(() => treeOf(top).length).toBe(3)
  await suspendTrees([top])
  expect(transport.isSuspended).toBe(true)
  expect(states(treeOf(top))).toEqual([true])
  const { holder, waiter } = pidsIn(folder)
  expect(states([idOf(holder), idOf(waiter)])).toEqual([false])
  await transport.send('{"n":1}\n')
  expect(lines).toEqual([])
  continueTrees([top])
  await expect.poll(() => states(treeOf(top))).toEqual([false])
  await has(1)
  expect(lines).toEqual(['{"n":1}'])
  await transport.close()
})

test('ends by the end of its input when it is closed while it is stopped', async () => {
  const transport = await startNode(ECHO, { waits: { afterEndOfInput: 60_000 } })
  const { lines } = collectDurable(transport)
  await suspendTrees([topOf(transport)])
  await transport.send('{"n":1}\n')
  expect(await transport.close()).toMatchObject({ cause: 'close', exitCode: 0, signal: null })
  expect(lines).toEqual(['{"n":1}'])
  expect(transport.top).toBeUndefined()
})

test('is found stopped by the next host, which lets it go on', async () => {
  const folder = sessionFolder()
  const first = await startNode(ECHO, { folder })
  await suspendTrees([topOf(first)])
  await first.send('{"n":1}\n')
  await first.detach()
  expect(first.top).toBeUndefined()
  const second = await adoptDurable(folder, 1)
  const { lines, has } = collectDurable(second)
  expect(second.isSuspended).toBe(true)
  continueTrees([topOf(second)])
  await has(1)
  expect(lines).toEqual(['{"n":1}'])
  await second.close()
})

test.skipIf(whyNotIsolated)('an isolated one too, with bubblewrap and all that is inside', async () => {
  const folder = sessionFolder()
  const transport = await startNode(PARENT, { folder, isolation: await isolationOf(folder) })
  const { lines, has } = collectDurable(transport)
  const top = topOf(transport)
  // Bubblewrap, its init, the program, the shell and what that started.
  await expect.poll(() => treeOf(top).length).toBeGreaterThanOrEqual(5)
  await suspendTrees([top])
  expect(states(treeOf(top))).toEqual([true])
  await transport.send('{"n":1}\n')
  expect(lines).toEqual([])
  continueTrees([top])
  await has(1)
  await expect.poll(() => states(treeOf(top))).toEqual([false])
  await suspendTrees([top])
  expect(await transport.close()).toMatchObject({ cause: 'close', exitCode: 0 })
})

test.skipIf(process.platform !== 'linux')('one that starts others all the time, too', async () => {
  const folder = sessionFolder()
  // Each ends at once: whichever is there when the others stop must stop too, and the next is not started.
  const transport = await startNode(['-c', 'echo "{}"; while :; do sleep 0.001 & sleep 0.002 & wait; done'], {
    folder,
    command: '/bin/sh',
  })
  const { has } = collectDurable(transport)
  await has(1)
  const top = topOf(transport)
  for (let round = 0; round < 5; round += 1) {
    await suspendTrees([top])
    const tree = treeOf(top)
    expect(states(tree)).toEqual([true])
    continueTrees([top])
  }
  transport.signal('SIGKILL')
  await transport.close()
})

test('one that is closed while it is being stopped ends by the end of its input', async () => {
  const transport = await startNode(ECHO, { waits: { afterEndOfInput: 60_000 } })
  collectDurable(transport)
  const stopped = suspendTrees([topOf(transport)])
  expect(await transport.close()).toMatchObject({ cause: 'close', exitCode: 0, signal: null })
  await stopped
})
