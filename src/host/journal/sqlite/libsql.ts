/** `libsql`, a package with a ready binary for each platform. */
import { createRequire } from 'node:module'
import { SqliteCode } from './codes.ts'
import type { Connection, Driver, Statement } from './driver.ts'

interface LibsqlDatabase {
  exec(sql: string): void
  prepare(sql: string): Statement
  close(): void
}
type Libsql = new (file: string) => LibsqlDatabase

export const libsql: Driver = {
  name: 'libsql',
  open: (file) => {
    const Database = createRequire(import.meta.url)('libsql') as Libsql
    return connection(new Database(file))
  },
  codeOf: (error) => {
    const { rawCode, message = '' } = error as { rawCode?: unknown; message?: string }
    if (typeof rawCode === 'number') return rawCode
    // These two come in words only.
    if (message.startsWith('SQLite3 can only bind')) return SqliteCode.mismatch
    const code = /^ConnectionFailed\(.*: (\d+)"\)$/s.exec(message)?.[1]
    return code === undefined ? undefined : Number(code)
  },
}

function connection(database: LibsqlDatabase): Connection {
  return {
    exec: (sql) => database.exec(sql),
    prepare: (sql) => {
      const statement = database.prepare(sql)
      return {
        run: (...values) => void statement.run(...values),
        get: (...values) => withoutTiming(statement.get(...values)),
        all: (...values) => statement.all(...values),
      }
    },
    close: () => {
      // The file is closed only when its last statement is collected as garbage. What is in the log goes into it now, so
      // that it is whole; where that is not possible, the next one to open it does so.
      try {
        database.exec('pragma wal_checkpoint(truncate)')
      } catch {}
      database.close()
    },
  }
}

/** It adds to a single row how long that took. */
function withoutTiming(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row
  const { _metadata, ...fields } = row as { _metadata?: unknown }
  return fields
}
