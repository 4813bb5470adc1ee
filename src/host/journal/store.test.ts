// What every store must do, run on each.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { SessionEvent } from '../../state/events.ts'
import { emptyState } from '../../state/session-state.ts'
import { MemoryStore } from './memory-store.ts'
import { migrate } from './migrations.ts'
import { SqliteStore } from './sqlite-store.ts'
import { type OutboxRow, type SessionRow, type Store, StoreError } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairlead-store-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const newFile = (): string => join(folder, `${++files}.db`)

const row = (id: string, fields: Partial<SessionRow> = {}): SessionRow => ({
  id,
  title: 'A title',
  cwd: '/home/me/app',
  agent: 'claude',
  createdAt: 1,
  updatedAt: 1,
  archived: false,
  options: { model: 'opus' },
  generation: 0,
  offset: 0,
  wanted: 'run',
  extra: {},
  ...fields,
})
const notice = (seq: number, text = `event ${seq}`): SessionEvent => ({
  seq,
  at: seq * 10,
  kind: 'notice',
  level: 'info',
  text,
})
const line = (id: string, generation = 1): OutboxRow => ({
  id,
  session: 'a',
  generation,
  kind: 'prompt',
  line: `{"${id}":1}\n`,
})

describe.each([
  ['memory', () => new MemoryStore()],
  ['SQLite', () => new SqliteStore(newFile())],
] as const)('the %s store', (_, make) => {
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
    store.addSession(row('b'), { commandId: 'c2', at: 6, receipt: 'made' })
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

describe('the SQLite file', () => {
  test('is for its owner alone, and is all there when it is opened again', () => {
    const file = newFile()
    const store = new SqliteStore(file)
    store.addSession(row('a'))
    store.commit([{ session: 'a', events: [notice(1)] }])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    // Not closed, as after a crash.
    const again = new SqliteStore(file)
    expect(again.events('a', 0, 9)).toEqual([notice(1)])
  })

  test('a damaged file is left as it is, and the error says what to do', () => {
    const file = newFile()
    writeFileSync(
      file,
      'this is no database, although it is long enough to have a header of its own'.repeat(20),
    )
    expect(() => new SqliteStore(file)).toThrow(/damaged.*restore a copy/s)
    expect(statSync(file).size).toBeGreaterThan(1000)
  })

  test('a file of a newer Fairlead is not touched', async () => {
    const file = newFile()
    new SqliteStore(file).close()
    const { default: Database } = await import('better-sqlite3')
    const database = new Database(file)
    database.pragma('user_version = 99')
    database.close()
    expect(() => new SqliteStore(file)).toThrow(/99.*newer Fairlead/s)
  })

  test('a file of the first Fairlead keeps the lines that were not written, and no others', async () => {
    const file = newFile()
    const { default: Database } = await import('better-sqlite3')
    const database = new Database(file)
    migrate(database, 1)
    const fields = `'', '', '', 0, 0, 0, '{}', 2, 0, 'run', null, '{}'`
    database.exec(`
      insert into sessions values ('a', ${fields}), ('b', ${fields});
      insert into outbox (id, session, generation, kind, line, state) values
        ('2', 'a', 2, 'prompt', '{"2":1}\n', 'new'), ('1', 'a', 2, 'prompt', '{"1":1}\n', 'new'),
        ('w', 'a', 2, 'prompt', '', 'written'), ('o', 'a', 1, 'prompt', '', 'new'), ('g', 'gone', 2, 'prompt', '', 'new')
    `)
    database.close()
    const store = new SqliteStore(file)
    expect(store.outbox('a', 2)).toEqual([line('2', 2), line('1', 2)])
    expect(store.outbox('a', 1)).toEqual([])
    store.commit([{ session: 'b', outbox: [{ ...line('2', 2), session: 'b' }] }])
    expect(store.outbox('a', 2)).toHaveLength(2)
  })

  test('a file that another program holds locked gives an error that says so', async () => {
    const file = newFile()
    const store = new SqliteStore(file)
    store.addSession(row('a'))
    const { default: Database } = await import('better-sqlite3')
    const other = new Database(file)
    other.exec('begin exclusive')
    expect(() => store.commit([{ session: 'a', events: [notice(1)] }])).toThrow(/locked/)
    other.exec('rollback')
    store.commit([{ session: 'a', events: [notice(1)] }])
    expect(store.lastSeq('a')).toBe(1)
  })

  test('a full disk gives an error that says so, and what is stored stays', () => {
    const store = new SqliteStore(newFile(), { mostBytes: 500_000 })
    store.addSession(row('a'))
    store.commit([{ session: 'a', events: [notice(1)] }])
    expect(() => store.commit([{ session: 'a', events: [notice(2, 'x'.repeat(1e6))] }])).toThrow(
      /disk is full/,
    )
    expect(store.events('a', 0, 9)).toEqual([notice(1)])
  })

  test('a closed store says so', () => {
    const store = new SqliteStore(newFile())
    store.close()
    expect(() => store.sessions()).toThrow(/closed/)
  })
})
