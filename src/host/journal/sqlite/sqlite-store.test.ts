// The store on disk: what becomes of its file.
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { drivers, line, notice, row, storeFolder } from '../../../../test/host/stores.ts'
import { Database } from './database.ts'
import { migrate } from './migrations.ts'
import { SqliteStore } from './sqlite-store.ts'

const { folder, newFile, open } = storeFolder()

describe.each(drivers)('a file of $name', (driver) => {
  test('is for its owner alone, and is all there when it is opened again', () => {
    const file = newFile()
    const store = open(file, driver)
    store.addSession(row('a'))
    store.commit([{ session: 'a', events: [notice(1)] }])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    // Not closed, as after a crash.
    expect(open(file, driver).events('a', 0, 9)).toEqual([notice(1)])
  })

  test('that is damaged is left as it is, and the error says what to do', () => {
    const file = newFile()
    writeFileSync(
      file,
      'this is no database, although it is long enough to have a header of its own'.repeat(20),
    )
    expect(() => open(file, driver)).toThrow(/damaged.*fairlead recover.*restore a copy/s)
    expect(statSync(file).size).toBeGreaterThan(1000)
  })

  test('with a damaged page gives an error when that page is read', () => {
    const file = newFile()
    const store = open(file, driver)
    store.addSession(row('a'))
    for (let seq = 1; seq <= 200; seq++)
      store.commit([{ session: 'a', events: [notice(seq, 'x'.repeat(1000))] }])
    store.close()
    const bytes = readFileSync(file)
    // The first pages have the schema.
    bytes.fill(0xff, 30 * 4096)
    writeFileSync(file, bytes)
    const again = open(file, driver)
    expect(() => again.events('a', 0, 1000)).toThrow(expect.objectContaining({ reason: 'damaged' }))
  })

  test('of a newer Fairlead is not touched', () => {
    const file = newFile()
    new SqliteStore(file, { driver }).close()
    const database = new Database(file, driver)
    database.exec('pragma user_version = 99')
    database.close()
    expect(() => open(file, driver)).toThrow(/99.*newer Fairlead/s)
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
    const store = open(file, driver)
    expect(store.outbox('a', 2)).toEqual([line('2', 2), line('1', 2)])
    expect(store.outbox('a', 1)).toEqual([])
    store.commit([{ session: 'b', outbox: [{ ...line('2', 2), session: 'b' }] }])
    expect(store.outbox('a', 2)).toHaveLength(2)
  })

  test('that another program holds locked gives an error that says so', () => {
    const file = newFile()
    const store = open(file, driver)
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
    const store = open(newFile(), driver, { mostBytes: 500_000 })
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
    expect(() => open(join(folder, 'none', 'journal.db'), driver)).toThrow(/cannot be opened: check/)
  })

  test('a value that cannot be stored is refused, and the next one is taken', () => {
    const store = open(newFile(), driver)
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
    expect(open(copy, driver).session('a')).toEqual(row('a'))
  })

  test('has text with a NUL in it whole', () => {
    const store = open(newFile(), driver)
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
    const first = open(file, driver)
    first.addSession(row('a', { createdAt: Date.now(), title: text }))
    fill(first, 1)
    const second = open(file, other)
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
