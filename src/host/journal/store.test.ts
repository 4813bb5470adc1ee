// What every store must do, run on each.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SessionEvent } from '../../state/events.ts'
import { emptyState } from '../../state/session-state.ts'
import { MemoryStore } from './memory-store.ts'
import { Database } from './sqlite/database.ts'
import { DRIVERS, type Driver, findDriver, problemOf } from './sqlite/driver.ts'
import { migrate } from './sqlite/migrations.ts'
import { SqliteStore } from './sqlite/sqlite-store.ts'
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

/** Those that work on this Node: `libsql` everywhere, `node:sqlite` on newer ones. */
const drivers = DRIVERS.filter((driver) => problemOf(driver) === undefined)

/** Stores of the test that runs: closed after it. */
const open: Store[] = []
const opened = (file: string, driver: Driver): SqliteStore => {
  const store = new SqliteStore(file, { driver })
  open.push(store)
  return store
}
afterEach(() => {
  for (const store of open.splice(0)) store.close()
})

describe.each([
  { name: 'memory', make: (): Store => new MemoryStore() },
  ...drivers.map((driver) => ({ name: driver.name, make: (): Store => opened(newFile(), driver) })),
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

describe.each(drivers)('a file of $name', (driver) => {
  test('is for its owner alone, and is all there when it is opened again', () => {
    const file = newFile()
    const store = opened(file, driver)
    store.addSession(row('a'))
    store.commit([{ session: 'a', events: [notice(1)] }])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    // Not closed, as after a crash.
    expect(opened(file, driver).events('a', 0, 9)).toEqual([notice(1)])
  })

  test('that is damaged is left as it is, and the error says what to do', () => {
    const file = newFile()
    writeFileSync(
      file,
      'this is no database, although it is long enough to have a header of its own'.repeat(20),
    )
    expect(() => opened(file, driver)).toThrow(/damaged.*restore a copy/s)
    expect(statSync(file).size).toBeGreaterThan(1000)
  })

  test('with a page that is damaged is told when that page is read', () => {
    const file = newFile()
    const store = opened(file, driver)
    store.addSession(row('a'))
    for (let seq = 1; seq <= 200; seq++)
      store.commit([{ session: 'a', events: [notice(seq, 'x'.repeat(1000))] }])
    open.splice(0)
    store.close()
    const bytes = readFileSync(file)
    // The first pages have the schema.
    bytes.fill(0xff, 30 * 4096)
    writeFileSync(file, bytes)
    const again = opened(file, driver)
    expect(() => again.events('a', 0, 1000)).toThrow(expect.objectContaining({ reason: 'damaged' }))
  })

  test('of a newer Fairlead is not touched', () => {
    const file = newFile()
    new SqliteStore(file, { driver }).close()
    const database = new Database(file, driver)
    database.exec('pragma user_version = 99')
    database.close()
    expect(() => opened(file, driver)).toThrow(/99.*newer Fairlead/s)
  })

  test('of the first Fairlead keeps the lines that were not written, and no others', () => {
    const file = newFile()
    const database = new Database(file, driver)
    migrate(database, 1)
    const fields = `'', '', '', 0, 0, 0, '{}', 2, 0, 'run', null, '{}'`
    database.exec(`
      insert into sessions values ('a', ${fields}), ('b', ${fields});
      insert into outbox (id, session, generation, kind, line, state) values
        ('2', 'a', 2, 'prompt', '{"2":1}\n', 'new'), ('1', 'a', 2, 'prompt', '{"1":1}\n', 'new'),
        ('w', 'a', 2, 'prompt', '', 'written'), ('o', 'a', 1, 'prompt', '', 'new'), ('g', 'gone', 2, 'prompt', '', 'new')
    `)
    database.close()
    const store = opened(file, driver)
    expect(store.outbox('a', 2)).toEqual([line('2', 2), line('1', 2)])
    expect(store.outbox('a', 1)).toEqual([])
    store.commit([{ session: 'b', outbox: [{ ...line('2', 2), session: 'b' }] }])
    expect(store.outbox('a', 2)).toHaveLength(2)
  })

  test('that another program holds locked gives an error that says so', () => {
    const file = newFile()
    const store = opened(file, driver)
    store.addSession(row('a'))
    const other = new Database(file, driver)
    other.exec('begin exclusive')
    expect(() => store.commit([{ session: 'a', events: [notice(1)] }])).toThrow(
      expect.objectContaining({ reason: 'locked' }),
    )
    other.exec('rollback')
    other.close()
    store.commit([{ session: 'a', events: [notice(1)] }])
    expect(store.lastSeq('a')).toBe(1)
  })

  test('on a full disk gives an error that says so; what is stored stays, and it goes on when there is room', () => {
    const store = new SqliteStore(newFile(), { mostBytes: 500_000, driver })
    open.push(store)
    store.addSession(row('a'))
    store.commit([{ session: 'a', events: [notice(1)] }])
    const tooMuch = () => store.commit([{ session: 'a', events: [notice(2), notice(3, 'x'.repeat(1e6))] }])
    for (const _ of [1, 2])
      expect(tooMuch).toThrow(
        expect.objectContaining({ reason: 'full', message: expect.stringContaining('the disk is full') }),
      )
    expect(store.events('a', 0, 9)).toEqual([notice(1)])
    store.commit([{ session: 'a', events: [notice(2)] }])
    expect(store.lastSeq('a')).toBe(2)
  })

  test('in a folder that is not there gives an error that says so', () => {
    expect(() => opened(join(folder, 'none', 'journal.db'), driver)).toThrow(/cannot be opened: check/)
  })

  test('a value that cannot be stored is refused, and the next one is taken', () => {
    const store = opened(newFile(), driver)
    store.addSession(row('a'))
    const bad = { ...line('x'), line: Symbol('no text') as unknown as string }
    expect(() => store.commit([{ session: 'a', outbox: [bad] }])).toThrow(
      expect.objectContaining({ reason: 'refused' }),
    )
    store.commit([{ session: 'a', outbox: [line('y')] }])
    expect(store.outbox('a', 1)).toEqual([line('y')])
  })

  test('that is closed says so, and all of it is in the one file', () => {
    const file = newFile()
    const store = new SqliteStore(file, { driver })
    store.addSession(row('a'))
    store.close()
    // A host that ends may be told to end once more.
    store.close()
    for (const use of [() => store.sessions(), () => store.session('a'), () => store.commit([])])
      expect(use).toThrow(expect.objectContaining({ reason: 'closed' }))
    const copy = newFile()
    copyFileSync(file, copy)
    expect(opened(copy, driver).session('a')).toEqual(row('a'))
  })

  test('has text with a NUL in it whole', () => {
    const store = opened(newFile(), driver)
    store.addSession(row('a', { title: 'a\0b' }))
    const said = { seq: 1, at: 1, kind: 'text', text: 'before\0 after' } as const
    store.commit([{ session: 'a', said: [said], events: [notice(1, 'x\0y')] }])
    expect(store.session('a')?.title).toBe('a\ufffdb')
    expect(store.search('after', 1)).toMatchObject([{ text: 'before\ufffd after' }])
    expect(store.events('a', 0, 1)).toEqual([notice(1, 'x\0y')])
  })

  test.each(drivers)('is read and written by $name too', (other) => {
    const file = newFile()
    const text = 'ünïcode “x” 😀 \u2028 quoted'
    const fill = (store: SqliteStore, seq: number) =>
      store.commit([
        {
          session: 'a',
          events: [notice(seq, text)],
          row: { offset: 2 ** 40 + seq },
          said: [{ seq, at: 1e12 + seq, kind: 'text', text }],
          outbox: [line(`p${seq}`)],
        },
      ])
    const first = opened(file, driver)
    first.addSession(row('a', { createdAt: Date.now(), title: text }))
    fill(first, 1)
    const second = opened(file, other)
    fill(second, 2)
    for (const store of [first, second]) {
      expect(store.events('a', 0, 9)).toEqual([notice(1, text), notice(2, text)])
      expect(store.session('a')).toMatchObject({ offset: 2 ** 40 + 2, title: text })
      expect(store.search('quoted', 9).map(({ seq, at }) => [seq, at])).toEqual([
        [1, 1e12 + 1],
        [2, 1e12 + 2],
      ])
      expect(store.outbox('a', 1)).toEqual([line('p1'), line('p2')])
    }
  })
})

describe('which SQLite is used', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('the first that works, or the one that is named', () => {
    expect(findDriver()).toBe(drivers[0])
    for (const driver of drivers) {
      vi.stubEnv('FAIRLEAD_SQLITE', driver.name)
      expect(findDriver()).toBe(driver)
    }
    vi.stubEnv('FAIRLEAD_SQLITE', 'oracle')
    expect(() => findDriver()).toThrow('it can be node:sqlite or libsql')
  })

  test('one that has no full-text search is passed over, and where none is left the reasons are told', () => {
    const broken = (name: Driver['name'], message: string): Driver => ({
      name,
      open: () => {
        throw new Error(`${message}\nand more`)
      },
      codeOf: () => undefined,
    })
    const [none, bare] = [broken('node:sqlite', 'No such module'), broken('libsql', 'no such module: fts5')]
    const [works] = drivers as [Driver]
    expect(findDriver(undefined, [none, bare, works])).toBe(works)
    expect(() => findDriver(undefined, [none, bare])).toThrow(
      /node:sqlite: No such module; libsql: no such module: fts5.*npm install/,
    )
  })

  test('it is loaded without a warning', async () => {
    const warned = vi.fn()
    process.on('warning', warned)
    for (const driver of drivers) driver.open(':memory:').close()
    // Warnings are emitted on the next tick.
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', warned)
    expect(warned).not.toHaveBeenCalled()
  })
})
