/**
 * Sweeps over the sessions at intervals: parks those that have been idle for long (their process ends, the next message
 * starts another), continues those that a rate limit stopped, once it is over, and unloads the state of quiet ones, watched
 * or not. It starts with the host and ends with `stop`.
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
  /** Continue by itself when a rate limit is over. */
  readonly continueAfterLimit?: boolean
  /** Unload a session that is idle or has ended after this time without an event. Archived ones are unloaded at once. */
  readonly unloadAfterMs?: number
  readonly everyMs?: number
  readonly now?: () => number
}

/** Wait this long after a limit should be over, because clocks differ. */
const AFTER_LIMIT_MS = 5000

export class SessionJanitor {
  readonly #host: Host
  readonly #options: Required<JanitorOptions>
  readonly #timer: NodeJS.Timeout
  /** By session: the last turn that was continued, so that each is continued once. */
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
      // Looking at its state would load it again.
      if (!session.memory.isLoaded && !this.#isOldEnoughToPark(session)) continue
      if (this.#isToPark(session)) session.park().catch(() => {})
      else if (this.#isToContinue(session)) this.#continue(session)
      else if (this.#isToUnload(session)) this.#unload(session)
      // A budget may have been raised, or its day may be over.
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

  /** The end of the rate limit after which the session should continue. */
  #limitOf({ id, state }: HostSession): number | undefined {
    const turn = lastValue(state.turns.past)
    if (!this.#options.continueAfterLimit || turn?.result?.status !== 'error') return undefined
    if (this.#continued.get(id) === turn.number) return undefined
    const until = limitedUntil(state.facts)
    // A turn that failed later failed for another reason.
    return until !== undefined && (turn.endedAt ?? 0) < until + AFTER_LIMIT_MS ? until : undefined
  }

  #isToUnload(session: HostSession): boolean {
    const { unloadAfterMs, now } = this.#options
    const { state, row } = session
    if (!this.#isAtRest(session) || this.#limitOf(session) !== undefined) return false
    // The absolute value, because a clock that was set back would keep the session loaded for as long.
    const quietMs = Math.abs(now() - Math.max(state.at, row.createdAt))
    return (row.archived && !session.isRunning) || quietMs >= unloadAfterMs
  }

  /** The session has ended or is idle, and nobody waits for anything. */
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
