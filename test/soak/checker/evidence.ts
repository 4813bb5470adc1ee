/**
 * What a soak left behind, read from the disk without any code of the host: the journal's rows, the output files of the CLIs,
 * and the file of side effects.
 */
import { cpSync, existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export interface JournalEvent {
  readonly seq: number
  readonly at: number
  readonly kind: string
  readonly [field: string]: unknown
}

export interface SessionEvidence {
  readonly id: string
  /** In the order of the journal. */
  readonly events: readonly JournalEvent[]
  /** What the CLIs wrote, line by line, oldest process first. */
  readonly lines: readonly string[]
}

export interface Evidence {
  readonly sessions: ReadonlyMap<string, SessionEvidence>
  /** Folders of sessions that the journal does not have. */
  readonly strays: readonly string[]
  /** Lines that tools have appended. */
  readonly effects: readonly string[]
  /** What the host logged as an error. */
  readonly errors: readonly string[]
}

interface Reader {
  prepare(sql: string): { all(...values: unknown[]): unknown[] }
  close(): void
}

/** With whichever SQLite there is: the one of Node, or libsql. */
function openJournal(file: string): Reader {
  const require = createRequire(import.meta.url)
  try {
    const { DatabaseSync } = require('node:sqlite') as { DatabaseSync: new (file: string) => Reader }
    return new DatabaseSync(file)
  } catch {
    const Database = require('libsql') as new (file: string) => Reader
    return new Database(file)
  }
}

/** The host has ended. */
export function readEvidence({ data, effectsFile }: { data: string; effectsFile: string }): Evidence {
  const folder = join(data, 'sessions')
  const journal = openJournal(join(data, 'journal.db'))
  try {
    const events = journal.prepare('select seq, at, body from events where session = ? order by seq')
    const rows = journal.prepare('select id from sessions order by id').all() as { id: string }[]
    const sessions = rows.map(({ id }): [string, SessionEvidence] => {
      const stored = events.all(id) as { seq: number; at: number; body: string }[]
      return [
        id,
        {
          id,
          events: stored.map(({ seq, at, body }) => ({ ...(JSON.parse(body) as JournalEvent), seq, at })),
          lines: linesIn(join(folder, id)),
        },
      ]
    })
    const known = new Set(rows.map(({ id }) => id))
    return {
      sessions: new Map(sessions),
      // What begins with a dot is no session's: the next host removes it.
      strays: namesIn(folder).filter((name) => !known.has(name) && !name.startsWith('.')),
      effects: linesOf(effectsFile),
      errors: linesOf(join(data, 'host.log')).flatMap(errorIn),
    }
  } finally {
    journal.close()
  }
}

const ERROR = 50

/** The last line of a host that was killed may be half a one. */
function errorIn(line: string): string[] {
  try {
    const { level, msg, session = 'the host' } = JSON.parse(line)
    return level >= ERROR ? [`${session}: ${msg}`] : []
  } catch {
    return []
  }
}

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}

function linesIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith('.stdout'))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

/** All files of the soak, to look at later. */
export function keepEvidence(folder: string, target: string): void {
  const isPlain = (path: string) => {
    const found = lstatSync(path)
    return found.isFile() || found.isDirectory()
  }
  cpSync(folder, target, { recursive: true, filter: isPlain })
}
