/** Stores of a test on disk, with the SQLite libraries that work on this Node, and rows to fill them with. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { DRIVERS, type Driver, problemOf } from '../../src/host/journal/sqlite/driver.ts'
import { type SqliteOptions, SqliteStore } from '../../src/host/journal/sqlite/sqlite-store.ts'
import type { OutboxRow, SessionRow } from '../../src/host/journal/store.ts'
import type { SessionEvent } from '../../src/state/events.ts'

/** `libsql` everywhere, `node:sqlite` on newer ones. */
export const drivers: readonly Driver[] = DRIVERS.filter((driver) => problemOf(driver) === undefined)

/** In a folder of this test file, which is removed after it; stores are closed after their test. */
export function storeFolder(): {
  readonly folder: string
  newFile(): string
  open(file: string, driver: Driver, options?: SqliteOptions): SqliteStore
} {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-store-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const stores: SqliteStore[] = []
  afterEach(() => {
    for (const store of stores.splice(0)) store.close()
  })
  let files = 0
  return {
    folder,
    newFile: () => join(folder, `${++files}.db`),
    open: (file, driver, options = {}) => {
      const store = new SqliteStore(file, { ...options, driver })
      stores.push(store)
      return store
    },
  }
}

export const row = (id: string, fields: Partial<SessionRow> = {}): SessionRow => ({
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
export const notice = (seq: number, text = `event ${seq}`): SessionEvent => ({
  seq,
  at: seq * 10,
  kind: 'notice',
  level: 'info',
  text,
})
export const line = (id: string, generation = 1): OutboxRow => ({
  id,
  session: 'a',
  generation,
  kind: 'prompt',
  line: `{"${id}":1}\n`,
})
