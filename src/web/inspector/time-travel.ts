/**
 * The state of a session after any of its events, computed by folding events. It keeps a state every `STEP` events, so
 * that no point needs more folding than that, and the last state returned, so that a step forward folds one event.
 */
import type { SessionEvent } from '../../state/events.ts'
import { reduce } from '../../state/reduce.ts'
import { emptyState, type SessionState } from '../../state/session-state.ts'

/** States share most of their structure, so keeping many is cheap. */
const STEP = 500

export class TimeTravel {
  readonly #events: SessionEvent[] = []
  readonly #step: number
  /** `#kept[n]`: after the first `n * step` events. */
  readonly #kept: SessionState[] = [emptyState]
  #last = { count: 0, state: emptyState }
  /** For tests of the cost. */
  folded = 0

  constructor(events: Iterable<SessionEvent> = [], step = STEP) {
    this.#step = step
    this.add(events)
  }

  get events(): readonly SessionEvent[] {
    return this.#events
  }
  /** 0 if there are no events. */
  get lastSeq(): number {
    return this.#events.at(-1)?.seq ?? 0
  }

  /** Takes events in order and skips those it already has. */
  add(events: Iterable<SessionEvent>): void {
    for (const event of events) if (event.seq > this.lastSeq) this.#events.push(event)
  }

  /** The state after the event with this number, or after the last one before it. */
  at(seq: number): SessionState {
    const count = countUpTo(this.#events, seq)
    const start = this.#nearest(count)
    let { state } = start
    for (let done = start.count; done < count; ) {
      state = reduce(state, this.#events[done] as SessionEvent)
      done += 1
      this.folded += 1
      if (done === this.#kept.length * this.#step) this.#kept.push(state)
    }
    this.#last = { count, state }
    return state
  }

  #nearest(count: number): { count: number; state: SessionState } {
    const index = Math.min(Math.floor(count / this.#step), this.#kept.length - 1)
    const kept = { count: index * this.#step, state: this.#kept[index] ?? emptyState }
    const isNearer = this.#last.count <= count && this.#last.count > kept.count
    return isNearer ? this.#last : kept
  }
}

/** The number of events up to and including `seq`; the events are in order. */
export function countUpTo(events: readonly SessionEvent[], seq: number): number {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((events[middle]?.seq ?? 0) <= seq) low = middle + 1
    else high = middle
  }
  return low
}
