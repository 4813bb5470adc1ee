/**
 * The store on disk: one SQLite file, opened by the host and closed with it. WAL with `synchronous = normal`: a crash of
 * the host loses nothing that was committed; a crash of the machine may lose the last commits, never more. If the file
 * cannot be written, every call throws a `StoreError` that says why, and what is stored stays.
 */
import { chmodSync } from 'node:fs'
import type { UsageRow } from '../../../api/resources.ts'
import type { SessionEvent } from '../../../state/events.ts'
import type { SessionState } from '../../../state/session-state.ts'
import type { Place, Placed } from '../../../state/transcript/transcript.ts'
import { searchQuery } from '../search-query.ts'
import {
  type AuditRow,
  type Change,
  type Damage,
  type DamagedSession,
  type OutboxRow,
  type ReceiptRow,
  type RemoveOptions,
  type RestingLine,
  type SearchRow,
  type SessionRow,
  type Store,
  StoreError,
  wordsOf,
} from '../store.ts'
import {
  auditDetail,
  type EventRow,
  isUsage,
  jsonIn,
  outboxRow,
  placedItem,
  restingLine,
  sessionEvent,
  sessionRow,
} from './checked-rows.ts'
import { Database } from './database.ts'
import type { Driver, Statement } from './driver.ts'
import { explained } from './explain.ts'
import { migrate } from './migrations.ts'
import { EVENTS_AT_ONCE, eventValues, prepare, type Statements, sessionValues, withoutNul } from './rows.ts'

/** The host is blocked while it waits for a lock. */
const LOCK_WAIT = 250

/** What a `SqliteStore` takes. */
export interface SqliteOptions {
  /** The file does not grow over this; a full one is like a full disk. */
  readonly mostBytes?: number
  /** The SQLite library; without it, the one that works here. */
  readonly driver?: Driver
}

/** Keeps sessions and events in a SQLite file. */
export class SqliteStore implements Store {
  readonly #file: string
  readonly #database: Database
  readonly #sql: Statements
  readonly #damages = new Map<string | undefined, Damage>()
  #isOpen = true

  constructor(file: string, { mostBytes, driver }: SqliteOptions = {}) {
    this.#file = file
    this.#database = this.#opened(() => open(file, driver))
    if (mostBytes !== undefined) limit(this.#database, mostBytes)
    this.#sql = this.#try(() => prepare(this.#database))
  }

  /** The SQLite library that it uses. */
  get driver(): Driver['name'] {
    return this.#database.driver.name
  }

  addSession(row: SessionRow): void {
    this.commit([{ session: row.id, added: row }])
  }
  session(id: string): SessionRow | undefined {
    const found = this.#try(() => this.#sql.session.get(id))
    return found === undefined ? undefined : sessionRow(found, id)
  }
  sessions(): SessionRow[] {
    const rows = this.#ids().flatMap((id) => this.#unlessDamaged(() => this.session(id)) ?? [])
    return rows.sort((a, b) => a.createdAt - b.createdAt)
  }
  damagedSessions(): DamagedSession[] {
    return this.#ids().flatMap((id) => {
      try {
        this.session(id)
        return []
      } catch (error) {
        const { title } = (this.#unlessDamaged(() => this.#try(() => this.#sql.session.get(id))) ?? {}) as {
          title?: unknown
        }
        return [{ id, ...(typeof title === 'string' && { title }), problem: (error as Error).message }]
      }
    })
  }
  /** Reads the whole file. Undefined: SQLite finds nothing wrong with it. */
  fileProblem(): string | undefined {
    try {
      const found = this.#try(() => this.#database.pragma('integrity_check(1)'))
      return found === 'ok' ? undefined : String(found)
    } catch (error) {
      if (error instanceof StoreError && error.reason === 'damaged') return error.message
      throw error
    }
  }
  get damages(): Damage[] {
    return [...this.#damages.values()]
  }
  removeSession(id: string, { receipt, undone }: RemoveOptions = {}): void {
    this.#try(() =>
      this.#database.transaction(() => {
        if (undone !== undefined) this.#sql.removeReceipt.run(undone)
        for (const removal of this.#sql.removals) removal.run(id)
        if (receipt) this.#addReceipt(receipt)
      }),
    )
  }

  commit(changes: readonly Change[]): void {
    this.#try(() =>
      this.#database.transaction(() => {
        for (const change of changes) this.#apply(change)
      }),
    )
  }

  events(session: string, after: number, limit: number): SessionEvent[] {
    return this.#noting('the events', session, () => {
      const rows = this.#try(() => this.#sql.events.all(session, after, limit)) as EventRow[]
      return rows.map((row) => sessionEvent(row, session))
    })
  }
  lastSeq(session: string): number {
    return (this.#try(() => this.#sql.lastSeq.get(session)) as { seq: number | null }).seq ?? 0
  }
  snapshot(session: string): { seq: number; state: SessionState } | undefined {
    return this.#unlessDamaged(() => {
      const row = this.#try(() => this.#sql.snapshot.get(session)) as
        | { seq: number; state: string }
        | undefined
      const state = row && (jsonIn(row.state, `the state of session ${session}`) as SessionState)
      return state?.seq === row?.seq ? row && state && { seq: row.seq, state } : undefined
    })
  }
  resting(session: string): RestingLine | undefined {
    return this.#unlessDamaged(() => {
      const row = this.#try(() => this.#sql.resting.get({ session })) as { line: unknown } | undefined
      return row && restingLine(row.line, session)
    })
  }
  items(session: string, thread: string, from: number, to: number): Placed[] {
    return this.#items(session, () => this.#sql.items.all(session, thread, from, to))
  }
  itemsAfter(session: string, after: Place | undefined, limit: number): Placed[] {
    const { thread, index } = after ?? { thread: '', index: -1 }
    return this.#items(session, () => this.#sql.itemsAfter.all(session, thread, index, limit))
  }
  #items(session: string, read: () => unknown[]): Placed[] {
    return this.#noting('items of the transcript', session, () =>
      this.#try(read).map((row) => placedItem(row, session)),
    )
  }
  lastItem(session: string, thread: string, until?: number): number {
    const { lastItem, lastItemUntil } = this.#sql
    const found = this.#try(() =>
      until === undefined ? lastItem.get(session, thread) : lastItemUntil.get(session, thread, until),
    ) as { place: number | null } | undefined
    return found?.place ?? -1
  }
  outbox(session: string, generation: number): OutboxRow[] {
    return this.#noting('the lines for the CLI', session, () => {
      const rows = this.#try(() => this.#sql.outbox.all(session, generation))
      return rows.map((row) => outboxRow(row, session))
    })
  }
  receipt(commandId: string): ReceiptRow | undefined {
    const row = this.#try(() => this.#sql.receipt.get(commandId)) as StoredReceipt | undefined
    if (!row) return undefined
    const { at, session, receipt } = row
    return {
      commandId,
      at,
      ...(session !== null && { session }),
      receipt: jsonIn(receipt, `the receipt of command ${commandId}`),
    }
  }
  receiptsOf(session: string): ReceiptRow[] {
    const rows = this.#try(() => this.#sql.receiptsOf.all(session)) as (StoredReceipt &
      Pick<ReceiptRow, 'commandId'>)[]
    return rows.map(({ commandId, at, receipt }) => ({
      ...{ commandId, at, session },
      receipt: jsonIn(receipt, `the receipt of command ${commandId}`),
    }))
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
      detail: auditDetail(detail),
    }))
  }
  usage(from: string, to: string): UsageRow[] {
    const rows = this.#try(() => this.#sql.usage.all(from, to)) as UsageRow[]
    return rows.filter(isUsage)
  }
  search(query: string, limit: number): SearchRow[] {
    const terms = searchQuery(query)
    if (terms === '') return []
    const read = () => this.#try(() => this.#sql.search.all(terms, limit)) as SearchRow[]
    return this.#noting('the index of the search', undefined, read)
  }
  searchSession(session: string, query: string, limit: number): SearchRow[] {
    const terms = searchQuery(query)
    if (terms === '') return []
    const read = () => this.#try(() => this.#sql.searchSession.all(terms, session, limit)) as SearchRow[]
    return this.#noting('the index of the search', session, read)
  }

  prompts(scanned: number): ReturnType<Store['prompts']> {
    const read = () => this.#try(() => this.#sql.prompts.all(scanned)) as ReturnType<Store['prompts']>
    return this.#noting('the index of the search', undefined, read)
  }

  setting(name: string): unknown {
    const row = this.#try(() => this.#sql.setting.get(name)) as { value: string } | undefined
    return row && jsonIn(row.value, `the setting "${name}"`)
  }
  putSetting(name: string, value: unknown, receipt?: ReceiptRow): void {
    this.#try(() =>
      this.#database.transaction(() => {
        this.#sql.putSetting.run(name, JSON.stringify(value))
        if (receipt) this.#addReceipt(receipt)
      }),
    )
  }
  settingNames(): string[] {
    return (this.#try(() => this.#sql.settingNames.all()) as { name: string }[]).map(({ name }) => name)
  }
  receiptIds(): string[] {
    return (this.#try(() => this.#sql.receiptIds.all()) as { id: string }[]).map(({ id }) => id)
  }
  checkpoint(): boolean {
    return this.#try(() => Number(this.#database.pragma('wal_checkpoint(truncate)')) === 0)
  }
  scrub(): void {
    this.#try(() => {
      this.#database.exec('pragma secure_delete = on')
      this.#database.exec('vacuum')
      this.#database.exec('pragma secure_delete = off')
    })
    if (!this.checkpoint()) throw new StoreError('locked', `another program reads ${this.#file}: end it`)
  }
  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#database.close()
  }

  #apply(change: Change): void {
    const { session } = change
    const sql = this.#sql
    if (change.added) sql.addSession.run(sessionValues(change.added))
    if (change.row) this.#setRow(session, change.row)
    if (change.events) this.#addEvents(session, change.events)
    for (const { seq, at, kind, text } of change.said ?? []) {
      sql.addSaid.run(withoutNul(text), session, seq, at, kind)
    }
    for (const row of change.outbox ?? []) sql.addOutbox.run(row)
    for (const id of change.written ?? []) sql.removeOutbox.run(session, id)
    if (change.receipt) this.#addReceipt(change.receipt)
    for (const { at, approval, what, by, detail } of change.audit ?? []) {
      sql.addAudit.run(at, session, approval ?? null, what, by, JSON.stringify(detail ?? null))
    }
    for (const delta of change.usage ?? []) sql.addUsage.run(delta)
    for (const { thread, index, item } of change.items ?? [])
      sql.putItem.run(session, thread, index, item.seq, JSON.stringify(item))
    if (change.resting) sql.putResting.run(session, change.resting.seq, JSON.stringify(change.resting))
    if (change.snapshot)
      sql.putSnapshot.run(session, change.snapshot.seq, JSON.stringify(change.snapshot.state))
  }

  #addEvents(session: string, events: readonly SessionEvent[]): void {
    const grouped = events.length - (events.length % EVENTS_AT_ONCE)
    for (let i = 0; i < grouped; i += EVENTS_AT_ONCE) {
      const group = events.slice(i, i + EVENTS_AT_ONCE)
      this.#sql.addEvents.run(...group.flatMap((event) => eventValues(session, event)))
    }
    for (const event of events.slice(grouped)) this.#sql.addEvent.run(...eventValues(session, event))
  }

  #setRow(id: string, patch: Partial<Omit<SessionRow, 'id'>>): void {
    const row = this.#sql.session.get(id)
    if (!row) throw new StoreError('refused', `there is no session ${id}`)
    this.#sql.setSession.run(sessionValues({ ...sessionRow(row, id), ...patch }))
    if (patch.generation !== undefined) this.#sql.dropOutbox.run(id, patch.generation)
  }
  #addReceipt({ commandId, at, session, receipt }: ReceiptRow): void {
    this.#sql.addReceipt.run(commandId, at, session ?? null, JSON.stringify(receipt ?? null))
  }

  #ids(): string[] {
    const read = (statement: Statement) => this.#try(() => statement.all()) as { id: string }[]
    const rows = this.#unlessDamaged(() => read(this.#sql.sessionIds)) ?? read(this.#sql.sessionIdsOfTable)
    return rows.map(({ id }) => String(id))
  }

  #unlessDamaged<T>(read: () => T): T | undefined {
    try {
      return read()
    } catch (error) {
      if (error instanceof StoreError && error.reason === 'damaged') return undefined
      throw error
    }
  }

  /** It cannot be opened at all: shown to the person who starts the host. */
  #opened<T>(action: () => T): T {
    try {
      return this.#try(action)
    } catch (error) {
      throw error instanceof StoreError ? new StoreError(error.reason, wordsOf(error), error.cause) : error
    }
  }

  /** Reported to the caller, and in the log of the host. */
  #noting<T>(what: string, session: string | undefined, read: () => T): T {
    try {
      return read()
    } catch (error) {
      if (error instanceof StoreError && error.reason === 'damaged') {
        const whose = session === undefined ? what : `${what} of session ${session}`
        const problem = `${whose} cannot be read (${error.message})`
        this.#damages.set(session, { ...(session !== undefined && { session }), problem })
      }
      throw error
    }
  }

  #try<T>(action: () => T): T {
    if (!this.#isOpen) throw new StoreError('closed', 'the journal is closed')
    try {
      return action()
    } catch (error) {
      throw error instanceof StoreError ? error : explained(error, this.#file)
    }
  }
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

function open(file: string, driver: Driver | undefined): Database {
  const database = new Database(file, driver)
  try {
    if (file !== ':memory:') chmodSync(file, 0o600)
    database.exec(`pragma busy_timeout = ${LOCK_WAIT}`)
    database.exec('pragma journal_mode = WAL')
    database.exec('pragma synchronous = NORMAL')
    database.exec('pragma wal_autocheckpoint = 4000')
    migrate(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function limit(database: Database, bytes: number): void {
  const pageSize = Number(database.pragma('page_size'))
  database.exec(`pragma max_page_count = ${Math.max(1, Math.floor(bytes / pageSize))}`)
}
