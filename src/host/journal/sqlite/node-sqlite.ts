/** The SQLite that is part of Node. The types of Node 20 lack it, so the part that is used is declared here. */
import { createRequire } from 'node:module'
import { SqliteCode } from './codes.ts'
import type { Connection, Driver } from './driver.ts'

interface NodeSqlite {
  readonly DatabaseSync: new (file: string) => Connection
}

export const nodeSqlite: Driver = {
  name: 'node:sqlite',
  open: (file) => new (load().DatabaseSync)(file),
  codeOf: (error) => {
    const { code, errcode } = error as { code?: unknown; errcode?: unknown }
    if (code === 'ERR_INVALID_ARG_TYPE') return SqliteCode.mismatch
    return typeof errcode === 'number' ? errcode : undefined
  },
}

/** Without the warning that it is experimental: users of the host cannot do anything about it. */
function load(): NodeSqlite {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return createRequire(import.meta.url)('node:sqlite') as NodeSqlite
  } finally {
    process.emitWarning = emitWarning
  }
}
