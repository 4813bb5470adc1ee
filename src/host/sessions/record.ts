/**
 * A session's row and its part of the journal. A line for the CLI is stored together with the event that tells it, then
 * written, and leaves the outbox with whatever is stored next: one that a crash leaves there is looked at again.
 */
import { encode } from '../../protocol/encode.ts'
import type { StdinMessage } from '../../protocol/stdin.ts'
import type { EventBody, SessionEvent } from '../../state/events.ts'
import type { Extra, ExtraOf, Journal } from '../journal/journal.ts'
import { type OutboxRow, type SessionRow, StoreError } from '../journal/store.ts'
import { saidIn } from './said.ts'

export interface Post {
  readonly kind: OutboxRow['kind']
  /** A prompt's uuid, or the request's id. */
  readonly id: string
  readonly message: StdinMessage
  /** Events that belong before it. */
  readonly before?: readonly EventBody[]
  readonly extra?: Extra
  /** Nobody waits for it: it is kept, rather than refused, while nothing can be stored. */
  readonly isOwn?: boolean
}

export class SessionRecord {
  #row: SessionRow
  readonly #journal: Journal
  readonly #deliver: (row: OutboxRow) => Promise<void>
  #written: string[] = []
  #isDropped = false

  /** `deliver` writes the line; it rejects if it could not. */
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
    const written = this.#written
    this.#written = []
    const complete = (events: readonly SessionEvent[]): Extra => {
      const given = typeof extra === 'function' ? extra(events) : extra
      return { ...given, said: saidIn(events), ...(written.length > 0 && { written }) }
    }
    if (this.#isDropped)
      return Promise.reject(new StoreError('closed', `session ${this.#row.id} was removed`))
    const before = this.#row
    const news = typeof extra === 'function' ? {} : (extra.row ?? {})
    this.#row = { ...before, ...news }
    return this.#journal.append(before.id, bodies, complete, { isCommand }).catch((error: unknown) => {
      // It is as if it had never been asked for.
      this.#row = { ...this.#row, ...undone(before, news, this.#row) }
      this.#written.push(...written)
      throw error
    })
  }

  /** The session was removed: whatever comes late would be stored for nobody. */
  drop(): void {
    this.#isDropped = true
  }

  /** Stores a change of the row. */
  async change(row: Partial<Omit<SessionRow, 'id'>>, extra: Extra = {}, isCommand = false): Promise<void> {
    await this.append([], { ...extra, row }, isCommand)
  }

  /** Stores a line for the CLI, then writes it. Resolves when it is stored. */
  async post({ kind, id, message, before = [], extra = {}, isOwn = false }: Post): Promise<void> {
    const { id: session, generation } = this.#row
    const row: OutboxRow = { id, session, generation, kind, line: encode(message) }
    await this.append([...before, { kind: 'sent', message }], { ...extra, outbox: [row] }, !isOwn)
    this.deliver(row)
  }

  /** Writes a line that is stored. One that cannot be written stays in the outbox. */
  deliver(row: OutboxRow): void {
    this.#deliver(row).then(
      () => this.#written.push(row.id),
      () => {},
    )
  }

  /** Nothing more is to be done about it. */
  settle(row: OutboxRow): void {
    this.#written.push(row.id)
  }
}

/** The fields that were changed, as they were; not those that were changed again since. */
function undone(
  before: SessionRow,
  news: Partial<Omit<SessionRow, 'id'>>,
  now: SessionRow,
): Partial<SessionRow> {
  const names = (Object.keys(news) as (keyof typeof news)[]).filter((name) => now[name] === news[name])
  return Object.fromEntries(names.map((name) => [name, before[name]]))
}
