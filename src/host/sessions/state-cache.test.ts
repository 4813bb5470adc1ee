import { describe, expect, test } from 'vitest'
import type { EventBody } from '../../state/events.ts'
import { reduce } from '../../state/reduce.ts'
import { emptyState, type SessionState } from '../../state/session-state.ts'
import { windowed, withoutLeft } from '../../state/transcript/window.ts'
import { Journal } from '../journal/journal.ts'
import { MemoryStore } from '../journal/memory-store.ts'
import type { SessionRow } from '../journal/store.ts'
import { SessionRecord } from './record.ts'
import { WINDOW } from './recovery.ts'
import { StateCache } from './state-cache.ts'
import type { SummaryContext } from './summary.ts'

const ROW: SessionRow = {
  id: 's',
  title: '',
  cwd: '/project',
  agent: 'sim',
  createdAt: 0,
  updatedAt: 0,
  archived: false,
  options: {},
  generation: 1,
  offset: 0,
  wanted: 'run',
  extra: {},
}
const notice: EventBody = { kind: 'notice', level: 'info', text: 'an item' }
const title: EventBody = { kind: 'titled', title: 'no item' }

/** A session that works. `add` answers up to which event its state is stored after so many more. */
function busySession() {
  const store = new MemoryStore()
  store.addSession(ROW)
  const journal = new Journal(store, { groupMs: 0 })
  const memory = new StateCache(store, new SessionRecord(ROW, journal, async () => {}))
  return {
    async add(body: EventBody, count: number): Promise<number | undefined> {
      memory.load()
      const events = await journal.append('s', new Array<EventBody>(count).fill(body))
      for (const event of events) memory.fold(event)
      memory.takeSnapshot(true)
      // What was begun before is stored before.
      await journal.append('s', [])
      return store.snapshot('s')?.seq
    },
  }
}

describe('items that have left the state', () => {
  const text = (count: number): EventBody => ({ kind: 'notice', level: 'info', text: `item ${count}` })
  function session(store = new MemoryStore()) {
    if (!store.session('s')) store.addSession(ROW)
    const journal = new Journal(store, { groupMs: 0 })
    const memory = new StateCache(store, new SessionRecord(ROW, journal, async () => {}))
    memory.load()
    return {
      store,
      memory,
      async add(count: number, isSnapshot = true): Promise<void> {
        for (const end = memory.seq + count; memory.seq < end; ) {
          const from = memory.seq
          const bodies = Array.from({ length: Math.min(100, end - from) }, (_, i) => text(from + i))
          for (const event of await journal.append('s', bodies)) memory.fold(event)
          if (isSnapshot) memory.takeSnapshot(true)
        }
        await journal.append('s', [])
      },
    }
  }
  const words = (memory: StateCache, from: number, limit: number) =>
    memory.pages.page('', from, limit).items.map(({ index, item }) => [index, 'text' in item && item.text])
  const expected = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => [from + i, `item ${from + i}`])

  test('are stored with the next snapshot, and read page by page', async () => {
    const { add, memory, store } = session()
    await add(3300)
    expect(memory.state.transcript.held).toBeLessThanOrEqual(WINDOW)
    expect(memory.pages.waitingCount).toBeLessThan(1000)
    expect(store.lastItem('s', '')).toBeGreaterThan(1000)
    expect(words(memory, 0, 500)).toEqual(expected(0, 500))
    expect(words(memory, 2000, 500)).toEqual(expected(2000, 2500))
    expect(words(memory, 3200, 500)).toEqual(expected(3200, 3300))
    expect(memory.pages.page('', undefined, 2)).toMatchObject({
      size: 3300,
      items: [{ index: 3298 }, { index: 3299 }],
    })
    expect(memory.pages.page('', 9999, 2)).toEqual({ thread: '', size: 3300, items: [] })
    expect(memory.pages.page('none', 0, 2)).toEqual({ thread: 'none', size: 0, items: [] })
    // An event has the number of its item here, and one more.
    for (const seq of [1, 700, 3100]) expect(memory.pages.indexOf(seq)).toBe(seq - 1)
    expect([...memory.allItems()]).toHaveLength(3300)
  })

  test('are there after a host that was killed before the snapshot', async () => {
    const before = session()
    await before.add(1600, true)
    await before.add(1500, false)
    expect(before.memory.pages.waitingCount).toBeGreaterThan(0)
    const after = session(before.store)
    for (let from = 0; from < 3100; from += 500)
      expect(words(after.memory, from, 500)).toEqual(expected(from, Math.min(from + 500, 3100)))
    expect(after.memory.state).toEqual(withoutLeft(before.memory.state))
    expect([...after.memory.allItems()]).toHaveLength(3100)
  })

  test('are stored while a long session is read that has no snapshot', async () => {
    const before = session()
    await before.add(5000, false)
    const { memory, store } = session(before.store)
    expect(memory.pages.waitingCount).toBeLessThan(1000)
    expect(store.snapshot('s')?.seq).toBeGreaterThan(3000)
    expect(words(memory, 100, 500)).toEqual(expected(100, 600))
    expect([...session(store).memory.allItems()]).toHaveLength(5000)
  })

  test('of a state without a window are stored when it is read', async () => {
    const { store, add } = session()
    await add(4000, false)
    const { held: _, ...transcript } = store.events('s', 0, 4000).reduce(reduce, emptyState).transcript
    const state = { ...store.events('s', 0, 4000).reduce(reduce, emptyState), transcript }
    store.commit([{ session: 's', snapshot: { seq: 4000, state: state as SessionState } }])
    const { memory } = session(store)
    expect(store.snapshot('s')?.state.transcript).toMatchObject({ window: WINDOW })
    expect(store.lastItem('s', '')).toBeGreaterThan(3000)
    expect(words(memory, 0, 500)).toEqual(expected(0, 500))
    expect(words(memory, 3400, 500)).toEqual(expected(3400, 3900))
  })
})

describe('a session without a process', () => {
  const context: SummaryContext = {
    now: 5,
    stallAfter: undefined,
    durable: true,
    canBypass: false,
    isolation: 'off',
    project: { path: '/w', name: 'w' },
    warnings: [],
  }
  async function rested() {
    const store = new MemoryStore()
    const row: SessionRow = { ...ROW, wanted: 'rest' }
    store.addSession(row)
    const journal = new Journal(store, { groupMs: 0 })
    const open = () => new StateCache(store, new SessionRecord(row, journal, async () => {}))
    const memory = open()
    memory.load()
    for (const event of await journal.append('s', [notice, notice])) memory.fold(event)
    memory.unloadNow(context)
    await journal.append('s', [])
    return { store, journal, open }
  }

  test('is listed by the next host without its state', async () => {
    const { open } = await rested()
    const next = open()
    next.take()
    expect(next.isLoaded).toBe(false)
    expect(next.summary(context)).toMatchObject({ id: 's', seq: 2, group: 'ended' })
    expect(next.summary({ ...context, canBypass: true, isolation: 'require' })).toMatchObject({
      canBypass: true,
      isolation: 'require',
    })
    expect(next.seq).toBe(2)
    expect(next.state.seq).toBe(2)
  })

  test('is read if something came since its line was stored', async () => {
    const { journal, open } = await rested()
    await journal.append('s', [title])
    const next = open()
    next.take()
    expect(next.isLoaded).toBe(true)
    expect(next.summary(context)).toMatchObject({ seq: 3, title: 'no item' })
  })
})

test('a state that lacks an event, as where something failed before it was folded, is read anew', async () => {
  const store = new MemoryStore()
  store.addSession(ROW)
  const journal = new Journal(store, { groupMs: 0 })
  const memory = new StateCache(store, new SessionRecord(ROW, journal, async () => {}))
  memory.load()
  const events = await journal.append('s', [notice, title, notice])
  for (const event of events.filter(({ seq }) => seq !== 2)) memory.fold(event)
  expect(memory.state).toEqual(events.reduce(reduce, windowed(emptyState, WINDOW)))
})

test('the state of a session that works is stored after 500 events', async () => {
  const session = busySession()
  expect(await session.add(notice, 499)).toBeUndefined()
  expect(await session.add(title, 1)).toBe(500)
})

test('a long transcript is stored again after as many events as it has items', async () => {
  const session = busySession()
  expect(await session.add(notice, 900)).toBe(900)
  expect(await session.add(title, 899)).toBe(900)
  expect(await session.add(title, 1)).toBe(1800)
})
