/**
 * Looks after sessions from time to time: parks those that are idle for long (their process ends, the next message starts
 * another), lets those go on that a rate limit stopped, when it is over, and lets the state of those leave the memory in
 * which nothing happens, whether somebody watches them or not. It starts with the host and ends with `stop`.
 */
import { limitedUntil } from '../state/facts.ts'
import { lastValue } from '../state/list.ts'
import { liveness } from '../state/liveness/liveness.ts'
import { isRunning } from '../state/tasks.ts'
import type { Host } from './host.ts'
import type { HostSession } from './sessions/host-session.ts'

export interface JanitorOptions {
  /** Park after this time without an event. 0: never. */
  readonly parkAfterMs?: number
  /** Go on by itself when a rate limit is over. */
  readonly continueAfterLimit?: boolean
  /** A session that is idle or has ended, and had no event for this long, is not kept in memory. An archived one is not in any case. */
  readonly unloadAfterMs?: number
  readonly everyMs?: number
  readonly now?: () => number
}

/** A limit is over when its time has passed by so much: clocks differ. */
const AFTER_LIMIT_MS = 5000

export class SessionJanitor {
  readonly #host: Host
  readonly #options: Required<JanitorOptions>
  readonly #timer: NodeJS.Timeout
  /** Turns that were continued: once is enough. */
  readonly #continued = new Map<string, number>()

  constructor(host: Host, options: JanitorOptions = {}) {
    this.#host = host
    this.#options = {
      parkAfterMs: 0,
      continueAfterLimit: false,
      unloadAfterMs: 60_000,
      everyMs: 10_000,
      now: Date.now,
      ...options,
    }
    this.#timer = setInterval(() => this.sweep(), this.#options.everyMs)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  sweep(): void {
    for (const session of this.#host.sessions()) {
      // To be looked at, it would be read again.
      if (!session.memory.isLoaded && !this.#isOldEnoughToPark(session)) continue
      if (this.#isToPark(session)) session.park().catch(() => {})
      else if (this.#isToContinue(session)) this.#continue(session)
      else if (this.#isToUnload(session)) this.#unload(session)
      // A budget may have been raised, or its day be over.
      else session.release()
    }
  }

  #isOldEnoughToPark({ memory, isRunning }: HostSession): boolean {
    const { parkAfterMs, now } = this.#options
    return parkAfterMs > 0 && isRunning && now() - memory.lastEventAt >= parkAfterMs
  }

  #isToPark(session: HostSession): boolean {
    if (!this.#isOldEnoughToPark(session) || session.isBusy) return false
    const { approvals, prompts, tasks } = session.state
    if (approvals.pending.length > 0 || prompts.open.length > 0) return false
    return !tasks.list.some(isRunning)
  }

  #isToContinue(session: HostSession): boolean {
    const until = this.#limitOf(session)
    return until !== undefined && !session.isBusy && this.#options.now() >= until + AFTER_LIMIT_MS
  }

  /** Until when a rate limit stops it, if it is to go on then. */
  #limitOf({ id, state }: HostSession): number | undefined {
    const turn = lastValue(state.turns.past)
    if (!this.#options.continueAfterLimit || turn?.result?.status !== 'error') return undefined
    if (this.#continued.get(id) === turn.number) return undefined
    const until = limitedUntil(state.facts)
    // One that failed later failed for another reason.
    return until !== undefined && (turn.endedAt ?? 0) < until + AFTER_LIMIT_MS ? until : undefined
  }

  #isToUnload(session: HostSession): boolean {
    const { unloadAfterMs, now } = this.#options
    const { state, row } = session
    if (!this.#isAtRest(session) || this.#limitOf(session) !== undefined) return false
    // A clock that was set back would keep it for as long as it was set back.
    const quietMs = Math.abs(now() - Math.max(state.at, row.createdAt))
    return (row.archived && !session.isRunning) || quietMs >= unloadAfterMs
  }

  /** It has ended, or is idle: nothing is awaited, of it or of anybody. */
  #isAtRest(session: HostSession): boolean {
    const { state } = session
    if (session.isOpening || state.approvals.pending.length > 0) return false
    if (!session.isRunning) return true
    const { status, wait } = liveness(state, this.#options.now())
    return status === 'idle' && wait === null && state.prompts.open.length === 0
  }

  #unload(session: HostSession): void {
    this.#host.unload(session, () => this.#isAtRest(session)).catch(() => {})
  }

  #continue(session: HostSession): void {
    this.#continued.set(session.id, lastValue(session.state.turns.past)?.number ?? 0)
    session.send({ text: 'continue' }, { label: 'rate limit over' }).catch(() => {})
  }
}
