// What every engine of a fleet does: the one in memory, and NATS on a real server.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Leases } from '../../src/fleet/leases.ts'
import { MemoryServer } from '../../src/fleet/memory/memory-engine.ts'
import { openNats } from '../../src/fleet/nats/nats-engine.ts'
import type { Engine, EventBatch, TableEntry } from '../../src/fleet/ports.ts'
import { NatsServer } from './nats-server.ts'

let server: NatsServer
let fleets = 0
beforeAll(async () => {
  server = await NatsServer.start()
})
afterAll(() => server.end())

/** Opens nodes of one fleet, which no other test has. */
type Opener = () => () => Promise<Engine>
const engines: [string, Opener][] = [
  [
    'in memory',
    () => {
      const memory = new MemoryServer()
      return async () => memory.connect()
    },
  ],
  [
    'NATS',
    () => {
      const prefix = `fleet${++fleets}`
      return () => openNats({ url: server.url, name: 'test', prefix, maxEventBytes: 64 * 1024 * 1024 })
    },
  ],
]

const opened: Engine[] = []
afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.close()
})

function batch(session: string, first: number, last = first, epoch = 1): EventBatch {
  const seqs = Array.from({ length: last - first + 1 }, (_, i) => first + i)
  return { session, epoch, first, last, lines: seqs.map((seq) => JSON.stringify({ seq })).join('\n') }
}

async function all(events: AsyncIterable<EventBatch>): Promise<EventBatch[]> {
  const found = []
  for await (const it of events) found.push(it)
  return found
}

describe.each(engines)('%s', (_, opener) => {
  async function nodes<const N extends number>(count: N): Promise<Engine[]> {
    const open = opener()
    const made: Engine[] = []
    for (let i = 0; i < count; i++) made.push(await open())
    opened.push(...made)
    return made
  }
  async function pair(): Promise<[Engine, Engine]> {
    return (await nodes(2)) as [Engine, Engine]
  }

  describe('events', () => {
    test('are read by another node, in order, each session by itself', async () => {
      const [a, b] = await pair()
      for (const it of [batch('one', 1, 3), batch('two', 1), batch('one', 4), batch('one', 5, 6)])
        await a.events.publish(it)
      expect(await all(b.events.read('one'))).toEqual([
        batch('one', 1, 3),
        batch('one', 4),
        batch('one', 5, 6),
      ])
      expect(await all(b.events.read('two'))).toEqual([batch('two', 1)])
      expect(await all(b.events.read('none'))).toEqual([])
    })

    test('are stored once, however often they are published', async () => {
      const [a, b] = await pair()
      for (const it of [batch('one', 1, 2), batch('one', 1, 2), batch('one', 3), batch('one', 1, 2)])
        await a.events.publish(it)
      expect(await all(b.events.read('one'))).toEqual([batch('one', 1, 2), batch('one', 3)])
    })

    test('of another epoch are others', async () => {
      const [a, b] = await pair()
      await a.events.publish(batch('one', 1, 2))
      await b.events.publish(batch('one', 1, 2, 2))
      expect((await all(a.events.read('one'))).map(({ epoch }) => epoch)).toEqual([1, 2])
    })

    test('bring the receipts of their commands', async () => {
      const [a, b] = await pair()
      const [first, second] = [{ ...batch('one', 1), receipts: '{"é":1}\n{"two":2}' }, batch('one', 2)]
      const got: EventBatch[] = []
      await b.events.follow('one', (it) => got.push(it))
      await a.events.publish(first)
      await a.events.publish(second)
      expect(await all(b.events.read('one'))).toEqual([first, second])
      await expect.poll(() => got).toEqual([first, second])
    })

    test('have a mark: the last that is stored', async () => {
      const [a, b] = await pair()
      expect(await b.events.mark('one')).toBeUndefined()
      await a.events.publish(batch('one', 1, 3))
      await a.events.publish(batch('one', 4, 5, 2))
      await a.events.publish(batch('two', 1))
      expect(await b.events.mark('one')).toEqual({ epoch: 2, last: 5 })
    })

    test('reach those who follow, from the moment that they do', async () => {
      const [a, b] = await pair()
      const got: EventBatch[] = []
      await a.events.publish(batch('one', 1))
      const stop = await b.events.follow('one', (it) => got.push(it))
      await a.events.publish(batch('one', 2, 3))
      await a.events.publish(batch('two', 1))
      await a.events.publish(batch('one', 4))
      await expect.poll(() => got).toEqual([batch('one', 2, 3), batch('one', 4)])
      stop()
      await a.events.publish(batch('one', 5))
      await a.events.mark('one')
      expect(got).toHaveLength(2)
    })

    test('that are longer than a message of the server arrive whole', async () => {
      const [a, b] = await pair()
      const long = { ...batch('one', 1), lines: JSON.stringify({ seq: 1, text: 'ä€𝄞'.repeat(400_000) }) }
      const got: EventBatch[] = []
      await b.events.follow('one', (it) => got.push(it))
      await a.events.publish(long)
      await a.events.publish(batch('one', 2))
      expect(await a.events.mark('one')).toEqual({ epoch: 1, last: 2 })
      expect((await all(b.events.read('one')))[0]?.lines === long.lines).toBe(true)
      await expect.poll(() => got.map(({ last }) => last)).toEqual([1, 2])
      expect(got[0]?.lines === long.lines).toBe(true)
    })

    test('are read in full where there are many', async () => {
      const [a, b] = await pair()
      const count = 1200
      for (let seq = 1; seq <= count; seq++) await a.events.publish(batch('one', seq))
      expect((await all(b.events.read('one'))).map(({ first }) => first)).toEqual(
        Array.from({ length: count }, (_, i) => i + 1),
      )
    })

    test('are gone when they are forgotten', async () => {
      const [a, b] = await pair()
      await a.events.publish(batch('one', 1))
      await a.events.publish(batch('two', 1))
      await b.events.forget('one')
      expect(await all(a.events.read('one'))).toEqual([])
      expect(await a.events.mark('one')).toBeUndefined()
      expect((await a.events.size()).batches).toBe(1)
    })
  })

  describe('a table', () => {
    test('has on every node what one put there', async () => {
      const [a, b] = await pair()
      const [mine, theirs, other] = [await a.table('t'), await b.table('t'), await b.table('u')]
      await mine.put('key', { text: 'one' })
      expect(await theirs.get('key')).toMatchObject({ key: 'key', value: { text: 'one' } })
      expect(await other.get('key')).toBeUndefined()
      await theirs.remove('key')
      expect(await mine.get('key')).toBeUndefined()
    })

    test('dates its entries by one clock', async () => {
      const [a, b] = await pair()
      const table = await a.table('t')
      await table.put('first', 1)
      await table.put('second', 2)
      const theirs = await b.table('t')
      const [first, second] = [await theirs.get('first'), await theirs.get('second')]
      expect(Math.abs((first?.at ?? 0) - Date.now())).toBeLessThan(60_000)
      expect(second?.at).toBeGreaterThanOrEqual(first?.at ?? Number.NaN)
    })

    test('makes a key once', async () => {
      const [a, b] = await pair()
      const tables = [await a.table('t'), await b.table('t')]
      const made = await Promise.all(tables.map((table, i) => table.create('key', i)))
      expect(made.filter(Boolean)).toHaveLength(1)
      expect(await tables[0]?.get('key')).toEqual(made.find(Boolean))
      await tables[0]?.remove('key')
      expect(await tables[1]?.create('key', 'again')).toMatchObject({ value: 'again' })
    })

    test('changes what nobody changed meanwhile', async () => {
      const [a, b] = await pair()
      const [mine, theirs] = [await a.table('t'), await b.table('t')]
      const first = (await mine.create('key', 1)) as TableEntry
      const second = (await theirs.update('key', 2, first.revision)) as TableEntry
      expect(second.revision).toBeGreaterThan(first.revision)
      expect(await mine.update('key', 3, first.revision)).toBeUndefined()
      expect((await mine.get('key'))?.value).toBe(2)
    })

    test('calls a watcher with what is there, then with what became of each key', async () => {
      const [a, b] = await pair()
      const [mine, theirs] = [await a.table('t'), await b.table('t')]
      await mine.put('one', 1)
      await mine.put('gone', 1)
      await mine.remove('gone')
      const seen = new Map<string, unknown>()
      const atReady: unknown[] = []
      const stop = await theirs.watch({
        set: ({ key, value }) => seen.set(key, value),
        removed: (key) => seen.delete(key),
        ready: () => atReady.push(Object.fromEntries(seen)),
      })
      await expect.poll(() => atReady).toEqual([{ one: 1 }])
      await mine.put('two', 2)
      await expect.poll(() => Object.fromEntries(seen)).toEqual({ one: 1, two: 2 })
      await mine.put('one', 3)
      await mine.remove('two')
      await expect.poll(() => Object.fromEntries(seen)).toEqual({ one: 3 })
      stop()
    })

    test('that is empty is ready too', async () => {
      const [a] = await nodes(1)
      const ready = vi.fn()
      await (await (a as Engine).table('t')).watch({ set: () => {}, removed: () => {}, ready })
      await expect.poll(() => ready).toHaveBeenCalledOnce()
    })
  })

  describe('the bus', () => {
    test('brings a request to its node and the answer back', async () => {
      const [a, b] = await pair()
      await a.bus.serve('a', async ({ text }) => `${text} at a`)
      await b.bus.serve('b', async ({ text }) => `${text} at b`)
      expect(await b.bus.request('a', 'one')).toBe('one at a')
      expect(await a.bus.request('a', 'two')).toBe('two at a')
    })

    test('refuses at once where nobody is', async () => {
      const [a] = await nodes(1)
      const served = await a?.bus.serve('a', async () => '')
      served?.()
      await expect(a?.bus.request('a', '')).rejects.toMatchObject({ problem: 'no-node' })
      await expect(a?.bus.request('nobody', '')).rejects.toMatchObject({ problem: 'no-node' })
    })

    test('carries what is longer than a message of the server, and many at a time', async () => {
      const [a, b] = await pair()
      await a.bus.serve('a', async ({ text }) => text.toUpperCase())
      const texts = Array.from({ length: 8 }, (_, i) => `${i}é`.repeat(500_000))
      const answers = await Promise.all(texts.map((text) => b.bus.request('a', text)))
      expect(answers.every((answer, i) => answer === texts[i]?.toUpperCase())).toBe(true)
    })

    test('tells a handler that nobody waits for it any more', async () => {
      const [a, b] = await pair()
      const controller = new AbortController()
      await a.bus.serve('a', async ({ signal }) => {
        const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        controller.abort()
        await aborted
        return 'stopped'
      })
      expect(await b.bus.request('a', '', controller.signal)).toBe('stopped')
    })
  })

  test('files are read by another node as they were put, and are gone when removed', async () => {
    const [a, b] = await pair()
    const bytes = Buffer.alloc(3_000_000, 'fairlead')
    await a.files.put('one/file', bytes)
    expect(Buffer.from((await b.files.get('one/file')) ?? []).equals(bytes)).toBe(true)
    expect(await b.files.get('none')).toBeUndefined()
    await b.files.remove('one/file')
    expect(await a.files.get('one/file')).toBeUndefined()
  })

  describe('leases', () => {
    async function leases(): Promise<[Leases, Leases]> {
      const [a, b] = await pair()
      return [new Leases(await a.table('leases')), new Leases(await b.table('leases'))]
    }

    test('have one owner until they expire, and a higher epoch with each', async () => {
      const [a, b] = await leases()
      const first = await a.take('one', 'a', 1000, 0)
      expect(first).toMatchObject({ owner: 'a', epoch: 1 })
      const { expiresAt = 0 } = first ?? {}
      expect(await b.take('one', 'b', 1000, expiresAt - 1)).toBeUndefined()
      expect(await b.take('one', 'b', 1000, expiresAt)).toMatchObject({ owner: 'b', epoch: 2 })
      expect(first && (await a.renew(first, 1000))).toBeUndefined()
      expect(await a.find('one')).toMatchObject({ owner: 'b', epoch: 2 })
    })

    test('stay with who renews them, in the same epoch', async () => {
      const [a, b] = await leases()
      const first = await a.take('one', 'a', 1000, 0)
      const second = first && (await a.renew(first, 2000))
      expect(second).toMatchObject({ owner: 'a', epoch: 1 })
      expect(second?.expiresAt).toBeGreaterThan(first?.expiresAt ?? 0)
      expect(await b.take('one', 'b', 1000, first?.expiresAt ?? 0)).toBeUndefined()
      expect(await a.take('one', 'a', 1000, 0)).toMatchObject({ epoch: 1 })
    })

    test('are seized by one of two', async () => {
      const [a, b] = await leases()
      const first = await a.take('one', 'a', 60_000, 0)
      if (!first) throw new Error('not taken')
      const seized = await Promise.all([a.seize(first, 'c', 1000), b.seize(first, 'd', 1000)])
      expect(seized.filter(Boolean)).toHaveLength(1)
      expect(await a.find('one')).toMatchObject({ epoch: 2, owner: seized.find(Boolean)?.owner })
    })
  })

  test('a node that was closed refuses', async () => {
    const [a] = await nodes(1)
    const table = await a?.table('t')
    await a?.close()
    for (const call of [a?.events.publish(batch('one', 1)), table?.get('key'), a?.bus.request('a', '')])
      await expect(call).rejects.toMatchObject({ problem: 'unreachable' })
  })
})
