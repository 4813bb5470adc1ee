/**
 * The store on disk: one SQLite file, opened by the host and closed with it. WAL with `synchronous = normal`: a crash of
 * the host loses nothing that was committed; a crash of the machine may lose the last commits, never more. If the file
 * cannot be written, every call throws a `StoreError` that says why, and what is stored stays.
 */
import { chmodSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Sqlite from 'better-sqlite3'
import type { UsageRow } from '../../api/resources.ts'
import type { SessionEvent } from '../../state/events.ts'
import type { SessionState } from '../../state/session-state.ts'
import { migrate } from './migrations.ts'
import { searchQuery } from './search-query.ts'
import {
  directionOf,
  prepare,
  type Statements,
  type StoredSession,
  sessionRow,
  sessionValues,
} from './sqlite-rows.ts'
import {
  type AuditRow,
  type Change,
  type OutboxRow,
  type ReceiptRow,
  type RemoveOptions,
  type SearchRow,
  type SessionRow,
  type Store,
  StoreError,
} from './store.ts'

/** The host stands still while it waits for a lock. */
const LOCK_WAIT = 250

export interface SqliteOptions {
  /** The file does not grow over this; a full one is like a full disk. */
  readonly mostBytes?: number
}

export class SqliteStore implements Store {
  readonly #file: string
  readonly #database: Sqlite.Database
  readonly #sql: Statements
  readonly #commit: (changes: readonly Change[]) => void
  #isOpen = true

  constructor(file: string, { mostBytes }: SqliteOptions = {}) {
    this.#file = file
    this.#database = this.#try(() => open(file))
    if (mostBytes !== undefined) limit(this.#database, mostBytes)
    this.#sql = this.#try(() => prepare(this.#database))
    this.#commit = this.#database.transaction((changes: readonly Change[]) => {
      for (const change of changes) this.#apply(change)
    })
  }

  addSession(row: SessionRow, receipt?: ReceiptRow): void {
    this.#try(() =>
      this.#database.transaction(() => {
        this.#sql.addSession.run(sessionValues(row))
        if (receipt) this.#addReceipt(receipt)
      })(),
    )
  }
  session(id: string): SessionRow | undefined {
    const found = this.#try(() => this.#sql.session.get(id)) as StoredSession | undefined
    return found && sessionRow(found)
  }
  sessions(): SessionRow[] {
    return (this.#try(() => this.#sql.sessions.all()) as StoredSession[]).map(sessionRow)
  }
  removeSession(id: string, { receipt, undone }: RemoveOptions = {}): void {
    this.#try(() =>
      this.#database.transaction(() => {
        if (undone !== undefined) this.#sql.removeReceipt.run(undone)
        for (const removal of this.#sql.removals) removal.run(id)
        if (receipt) this.#addReceipt(receipt)
      })(),
    )
  }

  commit(changes: readonly Change[]): void {
    this.#try(() => this.#commit(changes))
  }

  events(session: string, after: number, limit: number): SessionEvent[] {
    const rows = this.#try(() => this.#sql.events.all(session, after, limit)) as EventRow[]
    return rows.map(({ seq, at, body }) => ({ seq, at, ...JSON.parse(body) }) as SessionEvent)
  }
  lastSeq(session: string): number {
    return (this.#try(() => this.#sql.lastSeq.get(session)) as { seq: number | null }).seq ?? 0
  }
  snapshot(session: string): { seq: number; state: SessionState } | undefined {
    const row = this.#try(() => this.#sql.snapshot.get(session)) as { seq: number; state: string } | undefined
    return row && { seq: row.seq, state: JSON.parse(row.state) as SessionState }
  }
  outbox(session: string, generation: number): OutboxRow[] {
    return this.#try(() => this.#sql.outbox.all(session, generation)) as OutboxRow[]
  }
  receipt(commandId: string): ReceiptRow | undefined {
    const row = this.#try(() => this.#sql.receipt.get(commandId)) as StoredReceipt | undefined
    if (!row) return undefined
    const { at, session, receipt } = row
    return { commandId, at, ...(session !== null && { session }), receipt: JSON.parse(receipt) }
  }
  addReceipt(receipt: ReceiptRow): void {
    this.#try(() => this.#addReceipt(receipt))
  }
  audit({
    session,
    from = 0,
    limit = 1000,
  }: {
    session?: string
    from?: number
    limit?: number
  }): AuditRow[] {
    const rows = this.#try(() =>
      this.#sql.audit.all({ session: session ?? null, from, limit }),
    ) as StoredAudit[]
    return rows.reverse().map(({ approval, detail, ...row }) => ({
      ...row,
      ...(approval !== null && { approval }),
      detail: JSON.parse(detail),
    }))
  }
  usage(from: string, to: string): UsageRow[] {
    return this.#try(() => this.#sql.usage.all(from, to)) as UsageRow[]
  }
  search(query: string, limit: number): SearchRow[] {
    const terms = searchQuery(query)
    return terms === '' ? [] : (this.#try(() => this.#sql.search.all(terms, limit)) as SearchRow[])
  }

  setting(name: string): unknown {
    const row = this.#try(() => this.#sql.setting.get(name)) as { value: string } | undefined
    return row && JSON.parse(row.value)
  }
  putSetting(name: string, value: unknown, receipt?: ReceiptRow): void {
    this.#try(() =>
      this.#database.transaction(() => {
        this.#sql.putSetting.run(name, JSON.stringify(value))
        if (receipt) this.#addReceipt(receipt)
      })(),
    )
  }
  close(): void {
    this.#isOpen = false
    this.#database.close()
  }

  #apply(change: Change): void {
    const { session } = change
    const sql = this.#sql
    if (change.row) this.#setRow(session, change.row)
    for (const event of change.events ?? []) {
      const { seq, at, ...body } = event
      sql.addEvent.run(session, seq, at, directionOf(event), JSON.stringify(body))
    }
    for (const { seq, at, kind, text } of change.said ?? []) sql.addSaid.run(text, session, seq, at, kind)
    for (const row of change.outbox ?? []) sql.addOutbox.run(row)
    for (const id of change.written ?? []) sql.removeOutbox.run(session, id)
    if (change.receipt) this.#addReceipt(change.receipt)
    for (const { at, approval, what, by, detail } of change.audit ?? []) {
      sql.addAudit.run(at, session, approval ?? null, what, by, JSON.stringify(detail ?? null))
    }
    for (const delta of change.usage ?? []) sql.addUsage.run(delta)
    if (change.snapshot)
      sql.putSnapshot.run(session, change.snapshot.seq, JSON.stringify(change.snapshot.state))
  }

  #setRow(id: string, news: Partial<Omit<SessionRow, 'id'>>): void {
    const row = this.#sql.session.get(id) as StoredSession | undefined
    if (!row) throw new StoreError('refused', `there is no session ${id}`)
    this.#sql.setSession.run(sessionValues({ ...sessionRow(row), ...news }))
    if (news.generation !== undefined) this.#sql.dropOutbox.run(id, news.generation)
  }
  #addReceipt({ commandId, at, session, receipt }: ReceiptRow): void {
    this.#sql.addReceipt.run(commandId, at, session ?? null, JSON.stringify(receipt ?? null))
  }

  #try<T>(action: () => T): T {
    try {
      return action()
    } catch (error) {
      throw error instanceof StoreError ? error : this.#explained(error)
    }
  }

  #explained(error: unknown): StoreError {
    const code = String((error as { code?: unknown }).code ?? '')
    const said = error instanceof Error ? error.message : String(error)
    if (this.#database !== undefined && !this.#isOpen)
      return new StoreError('closed', 'the journal is closed', error)
    if (code.startsWith('SQLITE_FULL') || code === 'ENOSPC')
      return new StoreError('full', `the disk is full: make room for ${this.#file}`, error)
    if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
      return new StoreError('locked', `another program holds ${this.#file} locked: end it (${said})`, error)
    if (code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB'))
      return new StoreError(
        'damaged',
        `${this.#file} is damaged (${said}): restore a copy of it, or move it away to begin anew`,
        error,
      )
    const reason = REFUSALS.some((it) => code.startsWith(it)) || code === '' ? 'refused' : 'other'
    return new StoreError(reason, `${this.#file}: ${said}`, error)
  }
}

/** What SQLite says of a value, and not of its file. An error without a code is not SQLite's: no JSON can be made of it. */
const REFUSALS = ['SQLITE_CONSTRAINT', 'SQLITE_TOOBIG', 'SQLITE_MISMATCH', 'SQLITE_RANGE']

interface EventRow {
  readonly seq: number
  readonly at: number
  readonly body: string
}
interface StoredReceipt {
  readonly at: number
  readonly session: string | null
  readonly receipt: string
}
type StoredAudit = Omit<AuditRow, 'approval' | 'detail'> & {
  readonly approval: string | null
  readonly detail: string
}

function open(file: string): Sqlite.Database {
  const Database = load()
  const database = new Database(file, { timeout: LOCK_WAIT })
  try {
    chmodSync(file, 0o600)
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = NORMAL')
    database.pragma('wal_autocheckpoint = 4000')
    migrate(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function limit(database: Sqlite.Database, bytes: number): void {
  const pageSize = Number(database.pragma('page_size', { simple: true }))
  database.pragma(`max_page_count = ${Math.max(1, Math.floor(bytes / pageSize))}`)
}

/** The native module is optional: whoever uses the library alone does not need it. */
function load(): typeof Sqlite {
  try {
    return createRequire(import.meta.url)('better-sqlite3') as typeof Sqlite
  } catch (error) {
    throw new StoreError(
      'other',
      'the host needs the package better-sqlite3, which could not be loaded: run `npm install better-sqlite3` (it needs a C++ compiler where there is no ready build)',
      error,
    )
  }
}
