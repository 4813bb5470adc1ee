/** How often, and after which pause, a session whose process crashed is started again. */
export interface RestartLimits {
  readonly delaysMs: readonly number[]
  /** A process that ran as long as this was not a failed start: counting begins anew. */
  readonly healthyMs: number
}
const RESTARTS: RestartLimits = { delaysMs: [500, 5000, 30_000], healthyMs: 120_000 }

export class Restarts {
  readonly #limits: RestartLimits
  #tries = 0

  constructor(limits: RestartLimits = RESTARTS) {
    this.#limits = limits
  }

  /** Milliseconds to wait before the next start; undefined: it was tried often enough. */
  next(ranMs: number): number | undefined {
    if (ranMs >= this.#limits.healthyMs) this.#tries = 0
    const delay = this.#limits.delaysMs[this.#tries]
    this.#tries += 1
    return delay
  }
  /** A turn went well, or a person asked for it. */
  reset(): void {
    this.#tries = 0
  }
}
