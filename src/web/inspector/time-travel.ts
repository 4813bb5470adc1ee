/**
 * The state of a session at any of its events: made by folding the events up to it. A state is kept at every so many
 * events, so that going to any point folds no more than that; the last point asked for is kept too, so that a step forward
 * folds one event. Events are added at the end as they come; what was made before stays true.
 */
import type { SessionEvent } from '../../state/events.ts'
import { reduce } from '../../state/reduce.ts'
import { emptyState, type SessionState } from '../../state/session-state.ts'

/** States share nearly everything with the one before: keeping many is cheap. */
const STEP = 500

export class TimeTravel {
  readonly #events: SessionEvent[] = []
  readonly #step: number
  /** `#kept[n]`: after the first `n * step` events. */
  readonly #kept: SessionState[] = [emptyState]
  #last = { count: 0, state: emptyState }
  /** How many events were folded, for those who want to know what it costs. */
  folded = 0

  constructor(events: Iterable<SessionEvent> = [], step = STEP) {
    this.#step = step
    this.add(events)
  }

  get events(): readonly SessionEvent[] {
    return this.#events
  }
  /** The last event that is here. 0: none. */
  get lastSeq(): number {
    return this.#events.at(-1)?.seq ?? 0
  }

  /** In their order. One that is here already is left out. */
  add(events: Iterable<SessionEvent>): void {
    for (const event of events) if (event.seq > this.lastSeq) this.#events.push(event)
  }

  /** After the event with this number; where it is missing, after the one before. */
  at(seq: number): SessionState {
    const count = this.countUpTo(seq)
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

  /** How many events have this number or a lower one. */
  countUpTo(seq: number): number {
    let [low, high] = [0, this.#events.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#events[middle]?.seq ?? 0) <= seq) low = middle + 1
      else high = middle
    }
    return low
  }

  #nearest(count: number): { count: number; state: SessionState } {
    const index = Math.min(Math.floor(count / this.#step), this.#kept.length - 1)
    const kept = { count: index * this.#step, state: this.#kept[index] ?? emptyState }
    const isNearer = this.#last.count <= count && this.#last.count > kept.count
    return isNearer ? this.#last : kept
  }
}
