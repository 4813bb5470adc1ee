/** How often, and after which delays, a session is restarted after a crash. */
export interface RestartLimits {
  readonly delaysMs: readonly number[]
  /** After a process that ran this long, counting begins anew. */
  readonly healthyMs: number
}
const RESTARTS: RestartLimits = { delaysMs: [500, 5000, 30_000], healthyMs: 120_000 }

export class Restarts {
  readonly #limits: RestartLimits
  #tries = 0

  constructor(limits: RestartLimits = RESTARTS) {
    this.#limits = limits
  }

  /** Milliseconds until the next start; undefined to give up. */
  next(ranMs: number): number | undefined {
    if (ranMs >= this.#limits.healthyMs) this.#tries = 0
    const delay = this.#limits.delaysMs[this.#tries]
    this.#tries += 1
    return delay
  }
  reset(): void {
    this.#tries = 0
  }
}
