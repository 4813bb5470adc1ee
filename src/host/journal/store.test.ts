// What every store must do, run on each.
import { beforeEach, describe, expect, test } from 'vitest'
import { drivers, line, notice, row, storeFolder } from '../../../test/host/stores.ts'
import type { SessionSummary } from '../../api/resources.ts'
import type { SessionEvent } from '../../state/events.ts'
import { emptyState } from '../../state/session-state.ts'
import type { Placed } from '../../state/transcript/transcript.ts'
import { bodyOf } from '../sessions/process-connection.ts'
import { eventJson, numbered } from './event-json.ts'
import { MemoryStore } from './memory-store.ts'
import { type Store, StoreError } from './store.ts'

const { newFile, open } = storeFolder()

describe.each([
  { name: 'memory', make: (): Store => new MemoryStore() },
  ...drivers.map((driver) => ({ name: driver.name, make: (): Store => open(newFile(), driver) })),
])('the $name store', ({ make }) => {
  let store: Store
  beforeEach(() => {
    store = make()
    store.addSession(row('a'))
  })

  test('keeps sessions, in the order of their making', () => {
    store.addSession(row('b', { createdAt: 5, gitBase: 'abc', extra: { x: [1] }, archived: true }))
    expect(store.sessions().map(({ id }) => id)).toEqual(['a', 'b'])
    expect(store.session('b')).toEqual(
      row('b', { createdAt: 5, gitBase: 'abc', extra: { x: [1] }, archived: true }),
    )
    expect(store.session('c')).toBeUndefined()
    expect(() => store.addSession(row('a'))).toThrow(StoreError)
  })

  test('gives events back as they were, after a number and up to a limit', () => {
    const received: SessionEvent = {
      seq: 3,
      at: 30,
      kind: 'received',
      message: { type: 'assistant', message: { content: [{ type: 'text', text: 'ü “x” \u2028' }] } } as never,
    }
    store.commit([
      { session: 'a', events: [notice(1), notice(2)] },
      { session: 'a', events: [received] },
    ])
    expect(store.events('a', 0, 10)).toEqual([notice(1), notice(2), received])
    expect(store.events('a', 1, 1)).toEqual([notice(2)])
    expect(store.lastSeq('a')).toBe(3)
    expect(store.lastSeq('none')).toBe(0)
  })

  test('keeps the line of a session that rests until something comes', () => {
    const line = { seq: 2, at: 5, summary: { id: 'a' } as SessionSummary, approvals: ['x'] }
    store.commit([{ session: 'a', events: [notice(1), notice(2)], resting: line }])
    expect(store.resting('a')).toEqual(line)
    expect(store.resting('none')).toBeUndefined()
    store.commit([{ session: 'a', events: [notice(3)] }])
    expect(store.resting('a')).toBeUndefined()
    store.commit([{ session: 'a', resting: { ...line, seq: 3 } }])
    expect(store.resting('a')).toEqual({ ...line, seq: 3 })
    store.removeSession('a')
    expect(store.resting('a')).toBeUndefined()
  })

  test('keeps items by thread and index, and forgets them with their session', () => {
    const placed = (thread: string, index: number, text = `${thread}${index}`): Placed => ({
      thread,
      index,
      item: {
        kind: 'notice',
        id: `${thread}${index}`,
        at: 1,
        seq: index * 10,
        topic: 'host',
        level: 'info',
        text,
      },
    })
    const main = Array.from({ length: 12 }, (_, index) => placed('', index))
    store.addSession(row('b'))
    store.commit([
      { session: 'a', items: [...main.slice(6), placed('t', 0)] },
      { session: 'a', items: main.slice(0, 7) },
      { session: 'b', items: [placed('', 0, 'of another \0 session')] },
    ])
    expect(store.items('a', '', 3, 6)).toEqual(main.slice(3, 6))
    expect(store.items('a', '', 10, 99)).toEqual(main.slice(10))
    expect(store.items('a', 't', 0, 9)).toEqual([placed('t', 0)])
    expect(store.items('b', '', 0, 9)).toEqual([placed('', 0, 'of another \0 session')])
    expect(store.itemsAfter('a', undefined, 5)).toEqual(main.slice(0, 5))
    expect(store.itemsAfter('a', main[10], 5)).toEqual([main[11], placed('t', 0)])
    expect(store.itemsAfter('a', placed('t', 0), 5)).toEqual([])
    expect([store.lastItem('a', ''), store.lastItem('a', 't'), store.lastItem('a', 'none')]).toEqual([
      11, 0, -1,
    ])
    expect([store.lastItem('a', '', 55), store.lastItem('a', '', 50), store.lastItem('b', 't', 5)]).toEqual([
      5, 5, -1,
    ])
    store.removeSession('a')
    expect(store.items('a', '', 0, 99)).toEqual([])
    expect(store.items('b', '', 0, 99)).toHaveLength(1)
  })

  test('gives the text of a line back as it was written, also among many events', () => {
    const line = (seq: number) =>
      `{ "type":"keep_alive", "n":${seq}.0, "t":"\\u0000 \\ud800 \\u00e9é😀", "n":1e3 }`
    const lines = Array.from({ length: 40 }, (_, i) => numbered(bodyOf(line(i + 1)), i + 1, 5))
    store.commit([
      { session: 'a', events: lines.slice(0, 39) },
      { session: 'a', events: lines.slice(39) },
    ])
    const found = store.events('a', 0, 100)
    expect(found).toEqual(lines)
    expect(found.map(eventJson)).toEqual(
      lines.map((_, i) => `{"seq":${i + 1},"at":5,"kind":"received","message":${line(i + 1)}}`),
    )
  })

  test('of many events, one that does not follow leaves none', () => {
    const many = Array.from({ length: 40 }, (_, i) => notice(i + 1))
    store.commit([{ session: 'a', events: many }])
    const bad = [...Array.from({ length: 39 }, (_, i) => notice(i + 41)), notice(40)]
    expect(() => store.commit([{ session: 'a', events: bad }])).toThrow(
      expect.objectContaining({ reason: 'refused' }),
    )
    expect(store.lastSeq('a')).toBe(40)
  })

  test('a commit is whole or not at all', () => {
    store.commit([{ session: 'a', events: [notice(1)] }])
    const bad = () =>
      store.commit([
        { session: 'a', events: [notice(2)], row: { title: 'new' } },
        { session: 'a', events: [notice(2)] },
      ])
    expect(bad).toThrow(expect.objectContaining({ name: 'StoreError', reason: 'refused' }))
    expect(store.lastSeq('a')).toBe(1)
    expect(store.session('a')?.title).toBe('A title')
    expect(() => store.commit([{ session: 'none', row: { title: 'x' } }])).toThrow(
      expect.objectContaining({ reason: 'refused' }),
    )
  })

  test('a new session is stored with its first events and its receipt, or not at all', () => {
    const receipt = { commandId: 'c', at: 1, receipt: null }
    const change = (id: string, seq: number) => ({
      session: id,
      added: row(id),
      events: [notice(seq)],
      receipt,
    })
    for (const bad of [
      [change('a', 1)],
      [change('b', 1), change('b', 2)],
      [change('b', 1), { session: 'b', events: [notice(1)] }],
    ])
      expect(() => store.commit(bad)).toThrow(expect.objectContaining({ reason: 'refused' }))
    expect(store.sessions().map(({ id }) => id)).toEqual(['a'])
    expect(store.receipt('c')).toBeUndefined()
    store.commit([change('b', 1), { session: 'b', events: [notice(2)], row: { title: 'new' } }])
    expect(store.session('b')).toEqual(row('b', { title: 'new' }))
    expect(store.events('b', 0, 9)).toEqual([notice(1), notice(2)])
    expect(store.receipt('c')).toEqual(receipt)
  })

  test('the offset moves with the events', () => {
    store.commit([{ session: 'a', events: [notice(1)], row: { offset: 512, generation: 2 } }])
    expect(store.session('a')).toMatchObject({ offset: 512, generation: 2 })
  })

  test('the outbox has what is to be written, by process, in order', () => {
    store.commit([{ session: 'a', outbox: [line('y'), line('x'), line('w'), line('z', 2)] }])
    store.commit([{ session: 'a', written: ['y', 'unknown'] }])
    expect(store.outbox('a', 1)).toEqual([line('x'), line('w')])
    expect(store.outbox('a', 2)).toEqual([line('z', 2)])
    store.commit([{ session: 'a', outbox: [line('x')] }])
    expect(store.outbox('a', 1)).toEqual([line('w'), line('x')])
  })

  test('the outbox tells the same line of two sessions apart', () => {
    store.addSession(row('b'))
    const same = ['a', 'b'].map((session) => ({ ...line('p'), session }))
    store.commit(same.map((it) => ({ session: it.session, outbox: [it] })))
    expect(store.outbox('a', 1)).toEqual([same[0]])
    expect(store.outbox('b', 1)).toEqual([same[1]])
    store.commit([{ session: 'a', written: ['p'] }])
    expect(store.outbox('a', 1)).toEqual([])
    expect(store.outbox('b', 1)).toEqual([same[1]])
  })

  test('with a new process, the lines for earlier ones leave the outbox', () => {
    store.addSession(row('b'))
    store.commit([
      { session: 'a', outbox: [line('x', 1), line('y', 2)] },
      { session: 'b', outbox: [{ ...line('x', 1), session: 'b' }] },
    ])
    store.commit([{ session: 'a', row: { offset: 5 } }])
    expect(store.outbox('a', 1)).toHaveLength(1)
    store.commit([{ session: 'a', row: { generation: 2 } }])
    expect(store.outbox('a', 1)).toEqual([])
    expect(store.outbox('a', 2)).toEqual([line('y', 2)])
    expect(store.outbox('b', 1)).toHaveLength(1)
  })

  test('a receipt is found by its command', () => {
    store.commit([
      { session: 'a', receipt: { commandId: 'c1', at: 5, session: 'a', receipt: { result: [1] } } },
    ])
    store.commit([{ session: 'b', added: row('b'), receipt: { commandId: 'c2', at: 6, receipt: 'made' } }])
    expect(store.receipt('c1')).toEqual({ commandId: 'c1', at: 5, session: 'a', receipt: { result: [1] } })
    expect(store.receipt('c2')).toEqual({ commandId: 'c2', at: 6, receipt: 'made' })
    expect(store.receipt('c3')).toBeUndefined()
  })

  test('the audit can be asked by session and time; the last ones count', () => {
    const did = (at: number, session = 'a') => ({
      at,
      session,
      approval: `r${at}`,
      what: 'answered',
      by: 'me',
      detail: { at },
    })
    store.addSession(row('b'))
    store.commit([
      { session: 'a', audit: [did(1), did(2)] },
      { session: 'b', audit: [did(3, 'b')] },
    ])
    expect(store.audit({})).toEqual([did(1), did(2), did(3, 'b')])
    expect(store.audit({ session: 'a', from: 2 })).toEqual([did(2)])
    expect(store.audit({ limit: 1 })).toEqual([did(3, 'b')])
  })

  test('usage adds up per day, model and session', () => {
    const used = {
      day: '2026-01-02',
      model: 'opus',
      session: 'a',
      costUsd: 0.5,
      input: 1,
      output: 2,
      cacheRead: 3,
      cacheCreation: 4,
      turns: 1,
    }
    store.commit([
      { session: 'a', usage: [used, used] },
      { session: 'a', usage: [{ ...used, day: '2026-01-03' }] },
    ])
    expect(store.usage('2026-01-01', '2026-01-02')).toEqual([
      {
        ...used,
        cwd: '/home/me/app',
        costUsd: 1,
        input: 2,
        output: 4,
        cacheRead: 6,
        cacheCreation: 8,
        turns: 2,
      },
    ])
  })

  test('search finds all words in any order, and the beginning of the last', () => {
    const said = (seq: number, text: string) => ({ seq, at: seq, kind: 'text', text }) as const
    store.commit([
      { session: 'a', said: [said(1, 'The parser drops quotes'), said(2, 'A parser for dates')] },
    ])
    expect(store.search('quot parser', 10)).toEqual([])
    expect(store.search('drops pars', 10)).toMatchObject([{ session: 'a', seq: 1, kind: 'text' }])
    expect(store.search('parser', 10)).toHaveLength(2)
    expect(store.search('parser', 1)).toHaveLength(1)
    store.commit([{ session: 'b', said: [said(9, 'Another parser')] }])
    expect(store.searchSession('a', 'parser', 9).map(({ seq }) => seq)).toEqual([1, 2])
    expect(store.searchSession('a', 'parser', 1)).toHaveLength(1)
    expect(store.searchSession('a', '"', 9)).toEqual([])
    for (const odd of ['"', '*', 'a AND', 'x" OR "y', '()', ''])
      expect(store.search(odd, 5)).toBeInstanceOf(Array)
  })

  test('a snapshot takes the place of the one before', () => {
    store.commit([{ session: 'a', snapshot: { seq: 1, state: emptyState } }])
    store.commit([{ session: 'a', snapshot: { seq: 7, state: { ...emptyState, seq: 7 } } }])
    expect(store.snapshot('a')).toEqual({ seq: 7, state: { ...emptyState, seq: 7 } })
    expect(store.snapshot('b')).toBeUndefined()
  })

  test('removing a session removes all of it, and nothing of another', () => {
    store.addSession(row('b'))
    for (const session of ['a', 'b']) {
      store.commit([
        {
          session,
          events: [notice(1)],
          said: [{ seq: 1, at: 1, kind: 'text', text: 'hello there' }],
          outbox: [{ id: `o${session}`, session, generation: 1, kind: 'prompt', line: '{}\n' }],
          audit: [{ at: 1, session, what: 'answered', by: 'me', detail: null }],
        },
      ])
    }
    store.removeSession('a')
    expect(store.sessions().map(({ id }) => id)).toEqual(['b'])
    expect(store.events('a', 0, 9)).toEqual([])
    expect(store.search('hello', 9).map(({ session }) => session)).toEqual(['b'])
    expect(store.outbox('a', 1)).toEqual([])
    expect(store.audit({}).map(({ session }) => session)).toEqual(['b'])
    store.addSession(row('a'))
    expect(store.lastSeq('a')).toBe(0)
  })

  test('settings are kept as they were put', () => {
    expect(store.setting('budgets')).toBeUndefined()
    store.putSetting('budgets', { dayUsd: 5 })
    store.putSetting('budgets', { dayUsd: null })
    expect(store.setting('budgets')).toEqual({ dayUsd: null })
  })
})
