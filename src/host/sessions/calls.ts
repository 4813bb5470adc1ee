/** Control requests of the host that wait for the CLI's answer. They end with the answer, their deadline, or the process. */
import { randomUUID } from 'node:crypto'
import { ApiError } from '../../api/errors.ts'
import type { ControlResponseMessage } from '../../protocol/control/envelope.ts'

/** How long the CLI has to answer, unless told otherwise. */
export const CALL_TIMEOUT = 60_000

/** The CLI's own word: it did not do it. */
export class Refusal extends ApiError {
  constructor(message: string) {
    super('not-possible', message)
  }
}

interface Call {
  readonly subtype: string
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

export class Calls {
  readonly #open = new Map<string, Call>()

  /** A new request id, and the promise of its answer. */
  open(subtype: string, timeoutMs: number, prefix = ''): { id: string; answer: Promise<unknown> } {
    const id = `${prefix}${randomUUID()}`
    const answer = new Promise<unknown>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#open.delete(id)
        reject(new ApiError('no-answer', `the CLI did not answer ${subtype} within ${timeoutMs / 1000} s`))
      }, timeoutMs)
      this.#open.set(id, { subtype, resolve, reject, timer })
    })
    // Whoever is interested awaits it.
    answer.catch(() => {})
    return { id, answer }
  }

  answered({ response }: ControlResponseMessage): void {
    const call = this.#take(response.request_id)
    if (!call) return
    if (response.subtype === 'success') call.resolve(response.response ?? {})
    else call.reject(new Refusal(`${call.subtype}: ${response.error}`))
  }

  /** It could not be sent. */
  fail(id: string, error: Error): void {
    this.#take(id)?.reject(error)
  }

  failAll(reason: string): void {
    for (const [id, { subtype }] of [...this.#open]) {
      this.#take(id)?.reject(new ApiError('not-possible', `${subtype}: ${reason}`))
    }
  }

  #take(id: string): Call | undefined {
    const call = this.#open.get(id)
    if (!call) return undefined
    this.#open.delete(id)
    clearTimeout(call.timer)
    return call
  }
}
