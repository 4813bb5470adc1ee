/**
 * Looks after sessions from time to time: parks those that are idle for long (their process ends, the next message starts
 * another), and lets those go on that a rate limit stopped, when it is over. It starts with the host and ends with `stop`.
 */
import { limitedUntil } from '../state/facts.ts'
import { last } from '../state/list.ts'
import { isRunning } from '../state/tasks.ts'
import type { Host } from './host.ts'
import type { HostSession } from './sessions/host-session.ts'

export interface AttendantOptions {
  /** Park after this time without an event. 0: never. */
  readonly parkAfterMs?: number
  /** Go on by itself when a rate limit is over. */
  readonly continueAfterLimit?: boolean
  readonly everyMs?: number
  readonly now?: () => number
}

/** A limit is over when its time has passed by so much: clocks differ. */
const AFTER_LIMIT_MS = 5000

export class Attendant {
  readonly #host: Host
  readonly #options: Required<AttendantOptions>
  readonly #timer: NodeJS.Timeout
  /** Turns that were continued: once is enough. */
  readonly #continued = new Map<string, number>()

  constructor(host: Host, options: AttendantOptions = {}) {
    this.#host = host
    this.#options = { parkAfterMs: 0, continueAfterLimit: false, everyMs: 10_000, now: Date.now, ...options }
    this.#timer = setInterval(() => this.look(), this.#options.everyMs)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  look(): void {
    for (const session of this.#host.sessions()) {
      if (this.#isToPark(session)) session.park().catch(() => {})
      else if (this.#isToContinue(session)) this.#continue(session)
      // A budget may have been raised, or its day be over.
      else session.release()
    }
  }

  #isToPark(session: HostSession): boolean {
    const { parkAfterMs, now } = this.#options
    const { state } = session
    if (parkAfterMs === 0 || !session.isRunning || session.isBusy) return false
    if (state.approvals.pending.length > 0 || state.prompts.open.length > 0) return false
    return !state.tasks.list.some(isRunning) && now() - state.at >= parkAfterMs
  }

  #isToContinue(session: HostSession): boolean {
    if (!this.#options.continueAfterLimit || session.isBusy) return false
    const { state } = session
    const turn = last(state.turns.past)
    const until = limitedUntil(state.facts)
    if (until === undefined || turn?.result?.status !== 'error') return false
    if (this.#continued.get(session.id) === turn.number) return false
    return this.#options.now() >= until + AFTER_LIMIT_MS
  }

  #continue(session: HostSession): void {
    this.#continued.set(session.id, last(session.state.turns.past)?.number ?? 0)
    session.send({ text: 'continue' }, { label: 'rate limit over' }).catch(() => {})
  }
}
