/**
 * Publishes the events of this node's sessions, each session in order. The journal is the buffer: what cannot be published stays
 * there, and publishing goes on behind the last event that the stream has. That mark is asked of the stream itself, at the
 * start and after every failure, when it is not known whether the last batch arrived; so there is neither gap nor double,
 * however long the connection was down, and no file that could disagree with the stream.
 *
 * The receipts of commands go with the events that were stored with them, so that no node has the one without the other.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReceiptRow } from '../host/journal/store.ts'
import type { SessionEvent } from '../state/events.ts'
import { FleetError } from './fleet-error.ts'
import type { EventStream } from './ports.ts'

export interface PublisherOptions {
  readonly stream: EventStream
  readonly isConnected: () => boolean
  /** The sessions of this node, with their last events. */
  readonly own: () => Iterable<{ readonly id: string; readonly seq: number }>
  readonly read: (session: string, after: number, limit: number) => readonly SessionEvent[]
  readonly textOf: (event: SessionEvent) => string
  /** Undefined: this node does not own the session, or does not know, and nothing of it is published. */
  readonly epochOf: (session: string) => number | undefined
  /** The last event that the owners before this node have published. */
  readonly takenAt: (session: string) => number
  /** All receipts of a session. */
  readonly receipts: (session: string) => readonly ReceiptRow[]
  readonly onError: (session: string, error: unknown) => void
}

interface Due {
  readonly row: ReceiptRow
  /** The event that it goes with. */
  readonly seq: number
}
interface Outgoing {
  /** The last event that the stream has. Undefined: to be asked. */
  mark: number | undefined
  /** Those that came since, if they are in memory. */
  fresh: SessionEvent[]
  /** Of the commands since the mark. Undefined: all that the journal has are published once more. */
  receipts: Due[] | undefined
  last: number
  isBusy: boolean
}

const MAX_BATCH = 500
/** More is read from the journal again. */
const MAX_FRESH = 2000
const RETRY_MS = 1000
const PUBLISHED_WITHIN = 30_000
/** When a fleet is joined, so many sessions are looked at at a time. */
const AT_ONCE = 8

export class Publisher {
  readonly #options: PublisherOptions
  readonly #outgoing = new Map<string, Outgoing>()
  #retry: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(options: PublisherOptions) {
    this.#options = options
  }

  /** Sessions with events that the stream does not have, or may not have. */
  get behind(): number {
    return [...this.#outgoing.values()].filter(({ mark, last }) => mark === undefined || mark < last).length
  }

  /** Publishes what the stream lacks of every session. */
  async catchUp(): Promise<void> {
    const waiting = [...this.#options.own()].filter(({ seq }) => seq > 0)
    for (const { id, seq } of waiting) {
      const outgoing = this.#of(id)
      outgoing.last = Math.max(outgoing.last, seq)
      // The server may have been restored from a copy meanwhile.
      if (!outgoing.isBusy) outgoing.mark = undefined
    }
    const next = async () => {
      for (let it = waiting.pop(); it !== undefined && !this.#isStopped; it = waiting.pop())
        await this.#push(it.id)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, next))
  }

  /** Events of a session that were stored just now. */
  add(session: string, events: readonly SessionEvent[], receipt?: ReceiptRow): void {
    const outgoing = this.#of(session)
    outgoing.fresh.push(...events)
    if (outgoing.fresh.length > MAX_FRESH) outgoing.fresh = []
    outgoing.last = events.at(-1)?.seq ?? outgoing.last
    if (receipt) outgoing.receipts?.push({ row: receipt, seq: outgoing.last })
    void this.#push(session)
  }

  /** This node owns the session now. */
  owned(session: string, seq: number): void {
    const outgoing = this.#of(session)
    outgoing.last = Math.max(outgoing.last, seq)
    if (!outgoing.isBusy) outgoing.mark = undefined
    void this.#push(session)
  }

  /** Resolves when the stream has all events that there are now. */
  async publishAll(session: string): Promise<void> {
    for (const until = Date.now() + PUBLISHED_WITHIN; ; await sleep(20)) {
      await this.#push(session)
      const { mark, last, isBusy } = this.#of(session)
      if (!isBusy && mark !== undefined && mark >= last) return
      if (Date.now() > until) throw new FleetError('other', 'its events could not be published')
    }
  }

  /** The session has left this node. What the fleet has of it stays. */
  drop(session: string): void {
    this.#outgoing.delete(session)
  }

  /** The session is removed. */
  forget(session: string): void {
    this.drop(session)
    this.#options.stream.forget(session).catch((error) => this.#options.onError(session, error))
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#retry)
  }

  #of(session: string): Outgoing {
    const known = this.#outgoing.get(session)
    if (known) return known
    const outgoing: Outgoing = {
      ...{ mark: undefined, fresh: [], receipts: undefined },
      ...{ last: 0, isBusy: false },
    }
    this.#outgoing.set(session, outgoing)
    return outgoing
  }

  async #push(session: string): Promise<void> {
    const outgoing = this.#of(session)
    if (outgoing.isBusy || this.#isStopped || !this.#options.isConnected()) return
    const epoch = this.#options.epochOf(session)
    if (epoch === undefined) return
    outgoing.isBusy = true
    const isOwned = () => this.#options.epochOf(session) === epoch && this.#outgoing.get(session) === outgoing
    try {
      outgoing.mark ??= await this.#markOf(session, epoch)
      while (outgoing.mark < outgoing.last && !this.#isStopped && isOwned())
        outgoing.mark = await this.#publishAfter(session, outgoing, outgoing.mark, epoch)
      if (!isOwned()) outgoing.mark = undefined
    } catch (error) {
      outgoing.mark = undefined
      outgoing.fresh = []
      outgoing.receipts = undefined
      if (!this.#isStopped) {
        this.#options.onError(session, error)
        this.#retryLater()
      }
    } finally {
      outgoing.isBusy = false
    }
  }

  /** The last event that the stream has of this owner, or of those before it. */
  async #markOf(session: string, epoch: number): Promise<number> {
    const mark = await this.#options.stream.mark(session)
    if (!mark || mark.epoch === epoch) return mark?.last ?? 0
    if (mark.epoch > epoch) throw new FleetError('other', 'another node has taken the session')
    // A former owner may have published more before it knew.
    return Math.min(mark.last, this.#options.takenAt(session))
  }

  /** Resolves with the new mark. */
  async #publishAfter(session: string, outgoing: Outgoing, mark: number, epoch: number): Promise<number> {
    const { read, textOf, stream } = this.#options
    const kept = outgoing.fresh.filter(({ seq }) => seq > mark)
    outgoing.fresh = kept
    const isNext = kept[0]?.seq === mark + 1
    const events = isNext ? kept.slice(0, MAX_BATCH) : read(session, mark, MAX_BATCH)
    const [first, last] = [events[0]?.seq, events.at(-1)?.seq]
    if (first === undefined || last === undefined) return outgoing.last
    const lines = events.map(textOf).join('\n')
    const waiting = outgoing.receipts ?? this.#options.receipts(session).map(dueWith)
    outgoing.receipts = waiting.filter(({ seq }) => seq > last)
    const due = waiting.filter(({ seq }) => seq <= last)
    const receipts = due.map(({ row }) => JSON.stringify(row)).join('\n')
    await stream.publish({ session, epoch, first, last, lines, ...(receipts !== '' && { receipts }) })
    return last
  }

  #retryLater(): void {
    if (this.#retry !== undefined) return
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      for (const [session, { mark, last }] of this.#outgoing)
        if (mark === undefined || mark < last) void this.#push(session)
    }, RETRY_MS)
  }
}

/** A receipt names the last event before its command. */
function dueWith(row: ReceiptRow): Due {
  const { seq = 0 } = row.receipt as { readonly seq?: number }
  return { row, seq: seq + 1 }
}
