/**
 * Repairs a journal while no host runs. Sessions that are missing or unreadable are rebuilt from the output of their processes.
 * An intact journal only gets additions. A damaged one is moved aside unchanged: what can be read of it is copied into a new
 * one, which replaces it when complete, so that a crash before that leaves the old one in place.
 */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { JOURNAL_FILE, SESSIONS_FOLDER } from '../data-files.ts'
import { SqliteStore } from '../journal/sqlite/sqlite-store.ts'
import { type SessionRow, StoreError } from '../journal/store.ts'
import { foldersIn, hasOutput } from '../lost-journal.ts'
import { saidIn } from '../sessions/search-documents.ts'
import { copySession, copyShared, eventsOf } from './copy.ts'
import { type Rebuilt, rebuilt } from './rebuild.ts'

export interface RecoverOptions {
  /** The data folder. */
  readonly folder: string
  /** The name of the agent that rebuilt sessions go on with. */
  readonly agent: string
  /** Nothing is written. */
  readonly isDryRun: boolean
  readonly now?: () => number
}
export interface RecoveredSession {
  readonly id: string
  readonly title: string
  /** `kept`: it was intact. `lost`: it cannot be restored, see `problem`. */
  readonly outcome: 'kept' | 'rebuilt' | 'lost'
  readonly events: number
  /** The next host takes its process over. */
  readonly isRunning: boolean
  readonly problem?: string
}
export interface Recovery {
  readonly journal: 'whole' | 'missing' | 'damaged'
  readonly problem?: string
  /** Where the damaged journal is now. */
  readonly movedTo?: string
  readonly sessions: readonly RecoveredSession[]
  /** What else could not be read. */
  readonly problems: readonly string[]
}

interface Found {
  readonly store?: SqliteStore
  readonly whole: readonly SessionRow[]
  /** With what is wrong. */
  readonly damaged: ReadonlyMap<string, string>
  readonly journal: Recovery['journal']
  readonly problem?: string
}

export function recover({ folder, agent, isDryRun, now = Date.now }: RecoverOptions): Recovery {
  const file = join(folder, JOURNAL_FILE)
  const found = lookInto(file)
  try {
    const known = new Set(found.whole.map(({ id }) => id))
    const sessions = join(folder, SESSIONS_FOLDER)
    const strays = foldersIn(sessions).filter((id) => !known.has(id) && hasOutput(join(sessions, id)))
    const missing = [...new Set([...found.damaged.keys(), ...strays])]
    const made = missing.map((id) => remake(join(sessions, id), id, agent, found.damaged.get(id)))
    const all = [...found.whole.map((row) => keptOf(row, found.store)), ...made.map(({ told }) => told)]
    const patch = made.flatMap(({ session }) => session ?? [])
    const told = { journal: found.journal, ...(found.problem !== undefined && { problem: found.problem }) }
    if (isDryRun) return { ...told, sessions: all, problems: [] }
    if (found.journal === 'whole' && found.store) {
      for (const session of patch) add(found.store, session)
      return { ...told, sessions: all, problems: [] }
    }
    const problems = replace(file, found, patch)
    found.store?.close()
    // Includes remaining parts of a missing journal, which do not belong to the new one.
    const movedTo = aside(file, now())
    renameSync(unfinished(file), file)
    removeJournal(unfinished(file))
    return { ...told, sessions: all, problems, ...(found.journal === 'damaged' && { movedTo }) }
  } finally {
    found.store?.close()
  }
}

function lookInto(file: string): Found {
  if (!existsSync(file) || statSync(file).size === 0)
    return { whole: [], damaged: new Map(), journal: 'missing' }
  let store: SqliteStore | undefined
  try {
    store = new SqliteStore(file)
    const damaged = new Map(store.damagedSessions().map(({ id, problem }) => [id, problem]))
    const whole: SessionRow[] = []
    for (const row of store.sessions()) {
      const problem = problemOf(store, row)
      if (problem === undefined) whole.push(row)
      else damaged.set(row.id, problem)
    }
    // Other parts may be damaged, too: the receipts, the usage, the search index.
    const problem = store.fileProblem()
    const isWhole = damaged.size === 0 && problem === undefined
    const journal = isWhole ? 'whole' : 'damaged'
    return { store, whole, damaged, journal, ...(problem !== undefined && { problem }) }
  } catch (error) {
    store?.close()
    if (!(error instanceof StoreError) || error.reason !== 'damaged') throw error
    return { whole: [], damaged: new Map(), journal: 'damaged', problem: error.message }
  }
}

/** Reads all of its events. */
function problemOf(store: SqliteStore, row: SessionRow): string | undefined {
  try {
    for (const _ of eventsOf(store, row.id));
    store.outbox(row.id, row.generation)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

function remake(
  folder: string,
  id: string,
  agent: string,
  problem: string | undefined,
): { told: RecoveredSession; session?: Rebuilt } {
  const why = problem === undefined ? {} : { problem }
  try {
    const session = rebuilt(folder, id, agent)
    const { row, events, isRunning } = session
    return {
      told: { id, title: row.title, outcome: 'rebuilt', events: events.length, isRunning, ...why },
      session,
    }
  } catch (error) {
    const reason = `it cannot be rebuilt: ${(error as Error).message}`
    const told = problem === undefined ? reason : `${problem}; ${reason}`
    return { told: { id, title: '', outcome: 'lost', events: 0, isRunning: false, problem: told } }
  }
}

function keptOf({ id, title }: SessionRow, store: SqliteStore | undefined): RecoveredSession {
  return { id, title, outcome: 'kept', events: store?.lastSeq(id) ?? 0, isRunning: false }
}

/** Writes the new journal beside the old one. Returns what could not be copied. */
function replace(file: string, { store, whole }: Found, patch: readonly Rebuilt[]): string[] {
  removeJournal(unfinished(file))
  const fresh = new SqliteStore(unfinished(file))
  try {
    for (const row of store ? whole : []) copySession(store as SqliteStore, fresh, row)
    for (const session of patch) add(fresh, session)
    return store ? copyShared(store, fresh, new Set(whole.map(({ id }) => id))) : []
  } finally {
    fresh.close()
  }
}

function add(store: SqliteStore, { row, events }: Rebuilt): void {
  store.commit([{ session: row.id, added: row, events, said: saidIn(events) }])
}

const unfinished = (file: string): string => `${file}.recovering`
/** SQLite has recent changes in files beside the main one. */
const PARTS = ['', '-wal', '-shm']

function aside(file: string, at: number): string {
  const target = `${file}.damaged-${new Date(at).toISOString().replaceAll(':', '-').slice(0, 19)}`
  for (const part of PARTS) if (existsSync(file + part)) renameSync(file + part, target + part)
  return target
}

function removeJournal(file: string): void {
  for (const part of PARTS) rmSync(file + part, { force: true })
}
