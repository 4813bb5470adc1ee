/** What SQLite says, as an error of the store that names the file and what to do. */
import { StoreError } from '../store.ts'
import { SqliteCode } from './codes.ts'
import { SqliteError } from './database.ts'

/** What SQLite says of a value, and not of its file. */
const REFUSALS: readonly number[] = [
  SqliteCode.constraint,
  SqliteCode.tooBig,
  SqliteCode.mismatch,
  SqliteCode.range,
]

export function explained(error: unknown, file: string): StoreError {
  const said = error instanceof Error ? error.message : String(error)
  const code = error instanceof SqliteError ? error.code : undefined
  if (code === SqliteCode.full || (error as { code?: unknown }).code === 'ENOSPC')
    return new StoreError('full', `the disk is full: make room for ${file}`, error)
  if (code === SqliteCode.busy || code === SqliteCode.locked)
    return new StoreError('locked', `another program holds ${file} locked: end it (${said})`, error)
  if (code === SqliteCode.corrupt || code === SqliteCode.notADatabase)
    return new StoreError('damaged', `${file} is damaged: ${said}`, error)
  if (code === SqliteCode.cannotOpen)
    return new StoreError(
      'other',
      `${file} cannot be opened: check that its folder exists and can be written`,
      error,
    )
  // Not SQLite's own: no JSON can be made of a value.
  const isRefusal = code === undefined ? !(error instanceof SqliteError) : REFUSALS.includes(code)
  return new StoreError(isRefusal ? 'refused' : 'other', `${file}: ${said}`, error)
}
