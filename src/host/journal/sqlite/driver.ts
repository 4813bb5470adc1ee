/**
 * Which SQLite library the journal uses. `node:sqlite` is part of Node and needs no package, but older releases lack it, or
 * lack full-text search; there `libsql` takes its place. Both read and write the same files.
 */
import { StoreError } from '../store.ts'
import { libsql } from './libsql.ts'
import { nodeSqlite } from './node-sqlite.ts'

export type Value = string | number | null

/** A prepared statement. Values are bound by position, or by name as one object. */
export interface Statement {
  run(...values: readonly (Value | object)[]): void
  get(...values: readonly (Value | object)[]): unknown
  all(...values: readonly (Value | object)[]): unknown[]
}

/** One open file. */
export interface Connection {
  exec(sql: string): void
  prepare(sql: string): Statement
  close(): void
}

export interface Driver {
  readonly name: 'node:sqlite' | 'libsql'
  open(file: string): Connection
  /** SQLite's result code, where the error is SQLite's. */
  codeOf(error: unknown): number | undefined
}

export const DRIVERS: readonly Driver[] = [nodeSqlite, libsql]

/** `FAIRLEAD_SQLITE` names one driver; otherwise the first that works is used. */
export function findDriver(
  name: string | undefined = process.env.FAIRLEAD_SQLITE || undefined,
  drivers: readonly Driver[] = DRIVERS,
): Driver {
  const known = drivers.map((driver) => driver.name)
  const candidates = drivers.filter((driver) => name === undefined || driver.name === name)
  if (candidates.length === 0)
    throw new StoreError('other', `FAIRLEAD_SQLITE is "${name}": it can be ${known.join(' or ')}, or unset`)
  const problems: string[] = []
  for (const driver of candidates) {
    const problem = problemOf(driver)
    if (problem === undefined) return driver
    problems.push(`${driver.name}: ${problem}`)
  }
  throw new StoreError(
    'other',
    `no SQLite can be used here (${problems.join('; ')}). Install Fairlead again with \`npm install\` (without --omit=optional), or use Node 22.13 or newer.`,
  )
}

/** Why this driver cannot be used here, or undefined. It must load, and have full-text search. */
export function problemOf(driver: Driver): string | undefined {
  try {
    const connection = driver.open(':memory:')
    try {
      connection.exec('create virtual table probe using fts5 (text)')
    } finally {
      connection.close()
    }
    return undefined
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  }
}
