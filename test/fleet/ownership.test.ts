// Which node owns a session, with the engine in memory: two that believe they have the same one are told apart.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Leases } from '../../src/fleet/leases.ts'
import { MemoryServer } from '../../src/fleet/memory/memory-engine.ts'
import { Ownership } from '../../src/fleet/ownership.ts'

const opened: Ownership[] = []
let server: MemoryServer
beforeEach(() => {
  server = new MemoryServer()
})
afterEach(() => {
  for (const it of opened.splice(0)) it.stop()
})

async function node(id: string, own: string[]) {
  const engine = server.connect()
  const happened: string[] = []
  const ownership = new Ownership({
    table: await engine.table('owners'),
    id,
    own: () => own,
    has: (session) => own.includes(session),
    onKnown: () => happened.push('known'),
    onOwned: (session) => happened.push(`owns ${session}`),
    onLost: (session, { owner, epoch }) => happened.push(`lost ${session} to ${owner} in ${epoch}`),
    onError: (error) => happened.push(String(error)),
  })
  opened.push(ownership)
  engine.onConnection((isConnected) => (isConnected ? ownership.read() : ownership.forgetAll()))
  ownership.read()
  return { engine, ownership, happened, own }
}

test('a node owns the sessions in its journal once it has read all leases', async () => {
  const a = await node('a', ['one'])
  await expect.poll(() => a.happened).toEqual(['known', 'owns one'])
  expect(a.ownership.epochOf('one')).toBe(1)
  a.own.push('two')
  a.ownership.look('two')
  await expect.poll(() => a.ownership.epochOf('two')).toBe(1)
  expect(await new Leases(await a.engine.table('owners')).find('two')).toMatchObject({ owner: 'a', epoch: 1 })
})

test('it owns nothing while it has no connection, and what it had before when it is back', async () => {
  const a = await node('a', ['one'])
  await expect.poll(() => a.ownership.epochOf('one')).toBe(1)
  a.engine.disconnect()
  expect(a.ownership.epochOf('one')).toBeUndefined()
  expect(a.ownership.mayWrite('one')).toBe(false)
  a.engine.reconnect()
  await expect.poll(() => a.ownership.epochOf('one')).toBe(1)
})

test('a session that was taken meanwhile is lost, before anything of it is owned', async () => {
  const [a, b] = [await node('a', ['one']), await node('b', [])]
  await expect.poll(() => a.ownership.epochOf('one')).toBe(1)
  a.engine.disconnect()
  a.happened.length = 0
  const found = await b.ownership.find('one')
  if (!found) throw new Error('nobody owns it')
  b.own.push('one')
  expect(await b.ownership.seize(found)).toMatchObject({ owner: 'b', epoch: 2 })
  expect(b.ownership.epochOf('one')).toBe(2)
  a.engine.reconnect()
  await expect.poll(() => a.happened).toEqual(['known', 'lost one to b in 2'])
  expect(a.ownership.epochOf('one')).toBeUndefined()
  expect(a.ownership.mayWrite('one')).toBe(false)
  expect(a.ownership.otherOwner('one')).toBe('b')
})

test('what is seized twice at once has one owner, and what is given back has a higher epoch still', async () => {
  const [a, b, c] = [await node('a', ['one']), await node('b', []), await node('c', [])]
  await expect.poll(() => a.ownership.epochOf('one')).toBe(1)
  const found = await b.ownership.find('one')
  if (!found) throw new Error('nobody owns it')
  const seized = await Promise.all([b, c].map(({ ownership }) => ownership.seize(found)))
  const [lease] = seized.filter((it) => it !== undefined)
  expect(seized.filter(Boolean)).toHaveLength(1)
  const winner = lease?.owner === 'b' ? b : c
  if (lease) await winner.ownership.giveBack(lease, 'a')
  await expect.poll(() => a.ownership.epochOf('one')).toBe(3)
  expect(winner.ownership.epochOf('one')).toBeUndefined()
})
