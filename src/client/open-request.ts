/**
 * A request of the CLI that a handler works on. The control channel makes it when the request comes and forgets it when
 * it is answered; when the CLI withdraws the request, or ends, the channel withdraws it. Its signal is made when it is
 * first read: that takes longer than all the rest of an answer, and most handlers never look.
 */
export class OpenRequest {
  readonly id: string
  /** Called when it is withdrawn, before the signal aborts. */
  onWithdrawn: (() => void) | undefined
  #reason: Error | undefined
  #controller: AbortController | undefined

  constructor(id: string) {
    this.id = id
  }

  get isWithdrawn(): boolean {
    return this.#reason !== undefined
  }

  /** Aborted when the CLI withdraws the request, or ends. A late answer is dropped. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.#reason) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }

  withdraw(reason: Error): void {
    if (this.#reason) return
    this.#reason = reason
    this.onWithdrawn?.()
    this.#controller?.abort(reason)
  }
}
