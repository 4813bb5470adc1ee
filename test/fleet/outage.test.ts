// NATS is killed and comes back: what a node asks meanwhile is refused, and what it listens to goes on.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openNats } from '../../src/fleet/nats/nats-engine.ts'
import type { Engine, EventBatch } from '../../src/fleet/ports.ts'
import { NatsServer } from './nats-server.ts'

let server: NatsServer
const opened: Engine[] = []
beforeEach(async () => {
  server = await NatsServer.start()
})
afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.close()
  await server.end()
})

async function node(): Promise<Engine> {
  const engine = await openNats({ url: server.url, name: 'test', maxEventBytes: 64 * 1024 * 1024 })
  opened.push(engine)
  return engine
}
const batch = (seq: number): EventBatch => ({
  session: 's',
  epoch: 1,
  first: seq,
  last: seq,
  lines: `{"seq":${seq}}`,
})

test('a server that was killed keeps what it had, and its nodes go on by themselves', async () => {
  const [a, b] = [await node(), await node()]
  const followed: number[] = []
  const watched: unknown[] = []
  await b.events.follow('s', ({ last }) => followed.push(last))
  await b.bus.serve('b', async ({ text }) => `${text}!`)
  const table = await a.table('t')
  await (await b.table('t')).watch({ set: ({ value }) => watched.push(value), removed: () => {} })
  await a.events.publish(batch(1))
  await table.put('key', 1)
  await expect.poll(() => [followed, watched]).toEqual([[1], [1]])

  const changes: boolean[] = []
  a.onConnection((isConnected) => changes.push(isConnected))
  await server.kill()
  await expect.poll(() => [a.isConnected, b.isConnected]).toEqual([false, false])
  for (const call of [
    a.events.publish(batch(2)),
    table.put('key', 2),
    a.bus.request('b', ''),
    a.files.get('x'),
  ])
    await expect(call).rejects.toMatchObject({ problem: 'unreachable' })

  await server.start()
  await expect.poll(() => [a.isConnected, b.isConnected]).toEqual([true, true])
  expect(changes).toEqual([false, true])
  expect(await a.events.mark('s')).toEqual({ epoch: 1, last: 1 })
  // Published again, as a node does that does not know whether it was stored.
  for (const seq of [1, 2]) await a.events.publish(batch(seq))
  await table.put('key', 3)
  expect(await a.bus.request('b', 'hello')).toBe('hello!')
  await expect.poll(() => followed).toContain(2)
  await expect.poll(() => watched.at(-1)).toBe(3)
  const stored = []
  for await (const { first } of b.events.read('s')) stored.push(first)
  expect(stored).toEqual([1, 2])
})

test('a request is refused, not left open, when the connection breaks before the answer', async () => {
  const [a, b] = [await node(), await node()]
  let release = () => {}
  const asked = new Promise<void>((heard) => {
    void b.bus.serve('b', () => {
      heard()
      return new Promise<string>((resolve) => {
        release = () => resolve('too late')
      })
    })
  })
  await expect.poll(() => a.bus.request('nobody', '').catch(({ problem }) => problem)).toBe('no-node')
  const request = a.bus.request('b', 'go').catch((error) => error)
  await asked
  await server.kill()
  expect(await request).toMatchObject({ problem: 'no-answer', message: expect.stringContaining('commandId') })
  release()
})
