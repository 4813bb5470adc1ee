/**
 * A session's row and its part of the journal. A line for the CLI is stored together with its event, then written, and leaves
 * the outbox with the next commit. The next host examines a line that a crash has left in the outbox.
 */
import type { Post } from '../../driver/ports.ts'
import type { EventBody, SessionEvent } from '../../state/events.ts'
import { messageBody } from '../journal/event-json.ts'
import type { AppendOptions, CommitExtras, ExtraOf, Journal } from '../journal/journal.ts'
import { type OutboxRow, type SessionRow, StoreError } from '../journal/store.ts'
import { saidIn } from './search-documents.ts'

export class SessionRecord {
  #row: SessionRow
  readonly #journal: Journal
  readonly #deliver: (row: OutboxRow) => Promise<void>
  #written: string[] = []
  #isDropped = false

  /** `deliver` writes the line, and rejects if that fails. */
  constructor(row: SessionRow, journal: Journal, deliver: (row: OutboxRow) => Promise<void>) {
    this.#row = row
    this.#journal = journal
    this.#deliver = deliver
  }

  get row(): SessionRow {
    return this.#row
  }
  get isBehind(): boolean {
    return this.#journal.isBehind
  }

  /** Resolves when it is stored. */
  append(
    bodies: readonly EventBody[],
    extra: ExtraOf = {},
    isCommand = false,
  ): Promise<readonly SessionEvent[]> {
    return this.#append(bodies, extra, { isCommand })
  }

  #append(
    bodies: readonly EventBody[],
    extra: ExtraOf,
    options: AppendOptions,
  ): Promise<readonly SessionEvent[]> {
    const written = this.#written
    this.#written = []
    const complete = (events: readonly SessionEvent[]): CommitExtras => {
      const given = typeof extra === 'function' ? extra(events) : extra
      return { ...given, said: saidIn(events), ...(written.length > 0 && { written }) }
    }
    if (this.#isDropped)
      return Promise.reject(new StoreError('closed', `session ${this.#row.id} was removed`))
    const before = this.#row
    const patch = typeof extra === 'function' ? {} : (extra.row ?? {})
    this.#row = { ...before, ...patch }
    return this.#journal.append(before.id, bodies, complete, options).catch((error: unknown) => {
      // Undo the change of the row.
      this.#row = { ...this.#row, ...undone(before, patch, this.#row) }
      this.#written.push(...written)
      throw error
    })
  }

  /** The session was removed: later changes are refused. */
  drop(): void {
    this.#isDropped = true
  }

  /** Stores a change of the row. */
  async change(
    row: Partial<Omit<SessionRow, 'id'>>,
    extra: CommitExtras = {},
    isCommand = false,
  ): Promise<void> {
    await this.append([], { ...extra, row }, isCommand)
  }

  /** Stores a line for the CLI, then writes it. Resolves when it is stored. */
  async post(post: Post<CommitExtras>): Promise<void> {
    const { kind, id, message, line, facts = [], extras = {}, isOwn, onRecorded } = post
    const { id: session, generation } = this.#row
    const row: OutboxRow = { id, session, generation, kind, line }
    const sent = messageBody({ kind: 'sent', message }, line.trimEnd())
    const options = { isCommand: !isOwn, isUrgent: true }
    await this.#append([...facts, sent], { ...extras, outbox: [row] }, options)
    onRecorded?.()
    this.deliver(row)
  }

  /** Writes a line that is stored. One that cannot be written stays in the outbox. */
  deliver(row: OutboxRow): void {
    this.#deliver(row).then(
      () => this.#written.push(row.id),
      () => {},
    )
  }

  /** Removes the line from the outbox without writing it. */
  settle(row: OutboxRow): void {
    this.#written.push(row.id)
  }
}

/** The previous values of the changed fields, except those that have changed again since. */
function undone(
  before: SessionRow,
  patch: Partial<Omit<SessionRow, 'id'>>,
  now: SessionRow,
): Partial<SessionRow> {
  const names = (Object.keys(patch) as (keyof typeof patch)[]).filter((name) => now[name] === patch[name])
  return Object.fromEntries(names.map((name) => [name, before[name]]))
}
