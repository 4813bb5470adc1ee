/**
 * The versions that earlier programs have read, by the key of the program's file, in `versions.json` of the cache folder. A
 * cache that cannot be read or written, or is damaged, is ignored. The file is replaced atomically; of two programs that
 * write at once, one may lose its entry.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { versionNumbers } from '../protocol/version.ts'
import type { ProgramFile } from './program-file.ts'

/** `changing`: the CLI has contradicted what was known, so that the file says nothing about its version. */
type Known = string | typeof CHANGING
export const CHANGING = 'changing'

const MAX_ENTRIES = 32
const MAX_TEXT = 100

export function knownVersion({ key }: ProgramFile, folder: string): Known | undefined {
  return entriesIn(folder).get(key)
}

export function keepVersion({ path, key }: ProgramFile, version: Known, folder: string): void {
  const others = [...entriesIn(folder)].filter(([it]) => !it.startsWith(`${path}|`))
  const entries = [...others, [key, version]].slice(-MAX_ENTRIES)
  const file = join(folder, 'versions.json')
  const next = `${file}.${process.pid}`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(next, JSON.stringify(Object.fromEntries(entries)), { mode: 0o600 })
    renameSync(next, file)
  } catch {
    remove(next)
  }
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // As with a folder that may not be written.
  }
}

function entriesIn(folder: string): Map<string, Known> {
  try {
    const entries: [string, unknown][] = Object.entries(
      JSON.parse(readFileSync(join(folder, 'versions.json'), 'utf8')),
    )
    return new Map(entries.filter((entry): entry is [string, Known] => isKnown(entry[1])))
  } catch {
    return new Map()
  }
}

function isKnown(value: unknown): value is Known {
  if (typeof value !== 'string' || value.length > MAX_TEXT) return false
  return value === CHANGING || versionNumbers(value) !== undefined
}
