/**
 * Looks after the silence of a session. Its timer runs only while a turn does, keeps no program alive, and is not set
 * anew by each message: when it fires, the state tells when a probe would be due, if at all.
 */
import { nextProbe } from '../state/liveness.ts'
import type { SessionState } from '../state/session-state.ts'
import { STALL_AFTER } from '../state/stall.ts'

export interface ProberOptions {
  readonly stallAfter: number | undefined
  readonly state: () => SessionState
  /** False: the CLI cannot be asked now. */
  readonly probe: () => boolean
}

/** A timer takes no more. */
const LONGEST = 2 ** 31 - 1

export class Prober {
  readonly #options: ProberOptions
  readonly #stallAfter: number
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(options: ProberOptions) {
    this.#options = options
    this.#stallAfter = options.stallAfter ?? STALL_AFTER
  }

  /** Something has happened in a turn. */
  wake(): void {
    if (this.#timer === undefined && !this.#stopped) this.#arm(this.#stallAfter)
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #arm(ms: number): void {
    this.#timer = setTimeout(() => this.#check(), Math.min(ms, LONGEST))
    this.#timer.unref()
  }

  #check(): void {
    this.#timer = undefined
    const now = Date.now()
    const due = nextProbe(this.#options.state(), now, { stallAfter: this.#stallAfter })
    if (due === undefined) return
    if (due > now) this.#arm(due - now)
    // The probe itself happens, and so sets the timer again.
    else if (!this.#options.probe()) this.#arm(this.#stallAfter)
  }
}
