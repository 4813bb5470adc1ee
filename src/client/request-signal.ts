/**
 * The AbortSignal of a request that a handler works on: aborted when the CLI withdraws the request, or ends. It is made
 * when it is first read: that takes longer than all the rest of an answer, and most handlers never look.
 */
import type { OpenRequest } from '../driver/cli-requests.ts'

export class RequestSignal {
  readonly #open: OpenRequest
  #controller: AbortController | undefined

  constructor(open: OpenRequest) {
    this.#open = open
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      const controller = new AbortController()
      this.#controller = controller
      this.#open.onClosed((withdrawn) => withdrawn && controller.abort(withdrawn))
    }
    return this.#controller.signal
  }
}
