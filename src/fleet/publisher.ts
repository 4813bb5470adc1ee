/**
 * Publishes the events of this node's sessions, each session in order. The journal is the buffer: what cannot be published stays
 * there, and publishing goes on behind the last event that the stream has. That mark is asked of the stream itself, at the
 * start and after every failure, when it is not known whether the last batch arrived; so there is neither gap nor double,
 * however long the connection was down, and no file that could disagree with the stream.
 */
import type { SessionEvent } from '../state/events.ts'
import type { EventStream } from './ports.ts'

export interface PublisherOptions {
  readonly stream: EventStream
  readonly isConnected: () => boolean
  /** The sessions of this node, with their last events. */
  readonly own: () => Iterable<{ readonly id: string; readonly seq: number }>
  readonly read: (session: string, after: number, limit: number) => readonly SessionEvent[]
  readonly textOf: (event: SessionEvent) => string
  readonly epochOf: (session: string) => number
  readonly onError: (session: string, error: unknown) => void
}

interface Outgoing {
  /** The last event that the stream has. Undefined: to be asked. */
  mark: number | undefined
  /** Those that came since, if they are in memory. */
  fresh: SessionEvent[]
  last: number
  isBusy: boolean
}

const MAX_BATCH = 500
/** More is read from the journal again. */
const MAX_FRESH = 2000
const RETRY_MS = 1000
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
  add(session: string, events: readonly SessionEvent[]): void {
    const outgoing = this.#of(session)
    outgoing.fresh.push(...events)
    if (outgoing.fresh.length > MAX_FRESH) outgoing.fresh = []
    outgoing.last = events.at(-1)?.seq ?? outgoing.last
    void this.#push(session)
  }

  forget(session: string): void {
    this.#outgoing.delete(session)
    this.#options.stream.forget(session).catch((error) => this.#options.onError(session, error))
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#retry)
  }

  #of(session: string): Outgoing {
    const known = this.#outgoing.get(session)
    if (known) return known
    const outgoing: Outgoing = { mark: undefined, fresh: [], last: 0, isBusy: false }
    this.#outgoing.set(session, outgoing)
    return outgoing
  }

  async #push(session: string): Promise<void> {
    const outgoing = this.#of(session)
    if (outgoing.isBusy || this.#isStopped || !this.#options.isConnected()) return
    outgoing.isBusy = true
    try {
      outgoing.mark ??= (await this.#options.stream.mark(session))?.last ?? 0
      while (outgoing.mark < outgoing.last && !this.#isStopped && this.#outgoing.get(session) === outgoing)
        outgoing.mark = await this.#publishAfter(session, outgoing, outgoing.mark)
    } catch (error) {
      outgoing.mark = undefined
      outgoing.fresh = []
      if (!this.#isStopped) {
        this.#options.onError(session, error)
        this.#retryLater()
      }
    } finally {
      outgoing.isBusy = false
    }
  }

  /** Resolves with the new mark. */
  async #publishAfter(session: string, outgoing: Outgoing, mark: number): Promise<number> {
    const { read, textOf, stream, epochOf } = this.#options
    const kept = outgoing.fresh.filter(({ seq }) => seq > mark)
    outgoing.fresh = kept
    const isNext = kept[0]?.seq === mark + 1
    const events = isNext ? kept.slice(0, MAX_BATCH) : read(session, mark, MAX_BATCH)
    const [first, last] = [events[0]?.seq, events.at(-1)?.seq]
    if (first === undefined || last === undefined) return outgoing.last
    const lines = events.map(textOf).join('\n')
    await stream.publish({ session, epoch: epochOf(session), first, last, lines })
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
