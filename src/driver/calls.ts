/** Control requests to the CLI that wait for its answer. Each ends with the answer, its deadline, or the process. */
import type { ControlResponseMessage } from '../protocol/control/envelope.ts'
import { ControlRequestError, ControlTimeoutError } from './errors.ts'
import type { Clock } from './ports.ts'

/** How long the CLI has to answer unless the caller says otherwise. */
export const CALL_TIMEOUT = 60_000
/** The longest time of a timer. One with a longer time, such as `Infinity`, fires at once. */
export const MAX_TIMEOUT = 2 ** 31 - 1

/** Why a process is no longer driven, for a call of this subtype or for everything else. */
export type EndError = (subtype?: string) => Error

interface Call {
  readonly subtype: string
  readonly resolve: (response: unknown) => void
  readonly reject: (error: Error) => void
  cancelTimer: () => void
}

export class PendingCalls {
  readonly #clock: Clock
  readonly #calls = new Map<string, Call>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Resolves with the CLI's answer; an answer without payload is `{}`. */
  open(id: string, subtype: string): Promise<unknown> {
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#calls.set(id, { subtype, resolve, reject, cancelTimer: () => {} })
    })
    // A caller that does not care must not end the program.
    answer.catch(() => {})
    return answer
  }

  /** It is recorded: from now on the CLI has so long to answer. */
  sent(id: string, timeout: number): void {
    const call = this.#calls.get(id)
    if (!call) return
    call.cancelTimer = this.#clock.after(Math.min(timeout, MAX_TIMEOUT), () => {
      this.fail(id, new ControlTimeoutError(call.subtype, timeout))
    })
  }

  answered({ response }: ControlResponseMessage): void {
    const call = this.#take(response.request_id)
    if (!call) return
    if (response.subtype === 'success') {
      call.resolve(response.response ?? {})
      return
    }
    const isUnsupported =
      response.error_code === 'unsupported_request' ||
      response.error.startsWith('Unsupported control request subtype')
    const code = isUnsupported ? 'unsupported' : 'control-error'
    call.reject(new ControlRequestError(call.subtype, response.error, code))
  }

  fail(id: string, error: Error): void {
    this.#take(id)?.reject(error)
  }

  failAll(error: EndError): void {
    for (const [id, { subtype }] of [...this.#calls]) this.fail(id, error(subtype))
  }

  #take(id: string): Call | undefined {
    const call = this.#calls.get(id)
    if (!call) return undefined
    this.#calls.delete(id)
    call.cancelTimer()
    return call
  }
}
