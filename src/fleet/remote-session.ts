/**
 * A session of another node while somebody watches it here: the same fold of the same events as everywhere, so that the stream
 * shows it like one of this host's. It begins with the owner's state, or with all that the fleet has of the session if the owner
 * is away, and goes on with the live batches. Where a batch was missed, the events are asked for.
 */

import type { StreamedSession } from '../host/http/stream-source.ts'
import { storedEvent } from '../host/journal/event-json.ts'
import { WINDOW } from '../host/sessions/recovery.ts'
import type { SessionEvent } from '../state/events.ts'
import { reduce } from '../state/reduce.ts'
import { emptyState, type SessionState } from '../state/session-state.ts'
import { windowed, withoutLeft } from '../state/transcript/window.ts'
import { readHistory } from './history.ts'
import type { EventBatch, EventStream } from './ports.ts'

export interface RemoteSessionOptions {
  readonly stream: EventStream
  /** Asks the owner. Rejects if it is away. */
  readonly askState: () => Promise<{ readonly seq: number; readonly state: SessionState }>
  readonly askEvents: (after: number) => Promise<readonly string[]>
  readonly isRunning: () => boolean
  /** Of its owner, as the directory says. */
  readonly epoch: () => number
  readonly onEvents: (session: StreamedSession, events: readonly SessionEvent[]) => void
  readonly onError: (error: unknown) => void
}

const RETRY_MS = 1000
/** If the owner does not answer. It is also asked when it is back. */
const REFILL_MS = 10_000
const FOLDED_AT_ONCE = 500

export class RemoteSession implements StreamedSession {
  readonly id: string
  readonly #options: RemoteSessionOptions
  #state: SessionState | undefined
  /** What came before the state did. */
  #early: EventBatch[] = []
  #unfollow = () => {}
  #timer: NodeJS.Timeout | undefined
  #isFilling = false
  /** Events that the owner has. */
  #mayLack = false
  /** Of the owner whose events came last. */
  #epoch = 0
  #isClosed = false

  constructor(id: string, options: RemoteSessionOptions) {
    this.id = id
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#options.isRunning()
  }
  get state(): SessionState {
    return this.#state ?? emptyState
  }
  get memory(): { readonly seq: number | undefined } {
    return { seq: this.#state?.seq }
  }

  /** Follows until `close`. What fails is tried again. */
  async open(): Promise<void> {
    try {
      const unfollow = await this.#options.stream.follow(this.id, (batch) => this.#take(batch))
      if (this.#isClosed) return unfollow()
      this.#unfollow = unfollow
      const state = await this.#options.askState().then(
        (answer) => answer.state,
        () => this.#stored(),
      )
      if (this.#isClosed) return
      this.#epoch = Math.max(this.#epoch, this.#options.epoch())
      this.#state = state
      // Those who wait for it get it as a snapshot.
      this.#options.onEvents(this, [])
      const early = this.#early
      this.#early = []
      for (const batch of early) this.#take(batch)
    } catch (error) {
      this.#unfollow()
      if (this.#isClosed) return
      this.#options.onError(error)
      this.#timer = setTimeout(() => void this.open(), RETRY_MS)
    }
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#unfollow()
  }

  /** Batches may have been missed: the connection was down, or the owner away. Asks until there is no gap. */
  async fill(): Promise<void> {
    this.#mayLack = true
    if (!this.#state || this.#isFilling || this.#isClosed) return
    this.#isFilling = true
    try {
      while (this.#mayLack && this.#state && !this.#isClosed) {
        this.#mayLack = false
        const events = await this.#options.askEvents(this.#state.seq)
        // There may be more than one answer holds, and batches that came meanwhile may have left a gap again.
        if (this.#fold(events.map(eventIn))) this.#mayLack = true
      }
    } catch (error) {
      this.#options.onError(error)
      this.#timer = setTimeout(() => void this.fill(), REFILL_MS)
    } finally {
      this.#isFilling = false
    }
  }

  #take(batch: EventBatch): void {
    if (this.#isClosed || batch.epoch < this.#epoch) return
    if (!this.#state) this.#early.push(batch)
    else if (batch.epoch > this.#epoch && batch.first <= this.#state.seq) this.#startAgain()
    else if (batch.first > this.#state.seq + 1) void this.fill()
    else if (batch.last > this.#state.seq) {
      this.#epoch = batch.epoch
      this.#fold(batch.lines.split('\n').map(eventIn))
    }
  }

  /** Another node has taken the session, and some of what was shown is not part of it any more. */
  #startAgain(): void {
    this.#unfollow()
    this.#state = undefined
    void this.open()
  }

  /** Whether there was something new. */
  #fold(events: readonly SessionEvent[]): boolean {
    if (this.#isClosed || !this.#state) return false
    const { seq } = this.#state
    const fresh = events.filter((it) => it.seq > seq)
    if (fresh[0]?.seq !== seq + 1) return false
    this.#state = folded(this.#state, fresh)
    this.#options.onEvents(this, fresh)
    return true
  }

  /** All that the fleet has of it. */
  async #stored(): Promise<SessionState> {
    const history = await readHistory(this.#options.stream, this.id)
    this.#epoch = history.epoch
    let state = windowed(emptyState, WINDOW)
    const { lines } = history
    for (let from = 0; from < lines.length; from += FOLDED_AT_ONCE)
      state = folded(state, lines.slice(from, from + FOLDED_AT_ONCE).map(eventIn))
    return state
  }
}

function folded(state: SessionState, events: readonly SessionEvent[]): SessionState {
  // What leaves the window is at the owner.
  return withoutLeft(events.reduce(reduce, state))
}

/** Keeps the text, so that it is sent on as it came. */
export function eventIn(text: string): SessionEvent {
  const { seq, at, ...body } = JSON.parse(text) as SessionEvent
  const bodyText = `{${text.slice(`{"seq":${seq},"at":${at},`.length)}`
  return storedEvent(body as SessionEvent, seq, at, bodyText)
}
