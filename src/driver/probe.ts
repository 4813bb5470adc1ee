/**
 * Notices when a working session falls silent, and asks the CLI whether it is there. The timer is not set again by each
 * message: when it fires, the state says when a probe would be due, if at all.
 */
import { nextProbe } from '../state/liveness/liveness.ts'
import { STALL_AFTER } from '../state/liveness/stall.ts'
import type { SessionState } from '../state/session-state.ts'
import { MAX_TIMEOUT } from './calls.ts'
import type { Clock } from './ports.ts'

export interface ProberOptions {
  readonly clock: Clock
  readonly stallAfter: number | undefined
  /** Undefined: the session is at rest. */
  readonly state: () => SessionState | undefined
  /** False: the CLI cannot be asked now. */
  readonly probe: () => boolean
}

export class Prober {
  readonly #options: ProberOptions
  readonly #stallAfter: number
  #cancelTimer: (() => void) | undefined

  constructor(options: ProberOptions) {
    this.#options = options
    this.#stallAfter = options.stallAfter ?? STALL_AFTER
  }

  /** Something has happened in the session. */
  wake(): void {
    if (this.#cancelTimer === undefined) this.#arm(this.#stallAfter)
  }

  stop(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
  }

  #arm(ms: number): void {
    this.#cancelTimer = this.#options.clock.after(Math.min(ms, MAX_TIMEOUT), () => this.#check(), {
      isQuiet: true,
    })
  }

  #check(): void {
    this.#cancelTimer = undefined
    const now = this.#options.clock.now()
    const state = this.#options.state()
    const due = state && nextProbe(state, now, { stallAfter: this.#stallAfter })
    if (due === undefined) return
    if (due > now) this.#arm(due - now)
    else if (!this.#options.probe()) this.#arm(this.#stallAfter)
    // Sent: its answer, or the next look, comes after as long a silence.
    else this.wake()
  }
}
