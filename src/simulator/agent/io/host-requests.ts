/**
 * The requests that the agent sends to its host, up to the first answer. A request is over when the host has answered it, when
 * its signal withdraws it (the host is notified), or when the input has ended, because then nobody can answer. The agent silently
 * drops later answers and answers to unknown requests.
 */
import { randomUUID } from 'node:crypto'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { Output, Wire } from './output.ts'

export type HostAnswer = { ok: true; response: unknown } | { ok: false; error: string }

interface Open {
  readonly message: Wire
  readonly subtype: string
  readonly settle: (answer: HostAnswer | 'withdrawn') => void
}

export interface AskOptions {
  readonly signal?: AbortSignal
  /** Called when the host has answered, before the agent emits anything else. */
  readonly onAnswer?: () => void
}

export interface EchoRule {
  readonly echoes: boolean
  /** 2.1.197 emits the consequences of an answer before it echoes the answer. */
  readonly late: boolean
}

export const CLOSED = 'Tool permission stream closed before response received'

export class HostRequests {
  readonly #output: Output
  readonly #echo: EchoRule
  readonly #open = new Map<string, Open>()
  #closed = false

  constructor(output: Output, echo: EchoRule) {
    this.#output = output
    this.#echo = echo
  }

  /** Resolves with the answer, or `withdrawn`. */
  ask(
    request: JsonObject & { subtype: string },
    options: AskOptions = {},
  ): Promise<HostAnswer | 'withdrawn'> {
    const { signal, onAnswer } = options
    if (signal?.aborted) return Promise.resolve('withdrawn')
    if (this.#closed) return Promise.resolve({ ok: false, error: CLOSED })
    const request_id = randomUUID()
    const message = { type: 'control_request', request_id, request }
    return new Promise((resolve) => {
      const withdraw = () => this.#withdraw(request_id)
      const settle = (answer: HostAnswer | 'withdrawn') => {
        signal?.removeEventListener('abort', withdraw)
        onAnswer?.()
        resolve(answer)
      }
      this.#open.set(request_id, { message, subtype: request.subtype, settle })
      signal?.addEventListener('abort', withdraw, { once: true })
      this.#output.emit(message)
    })
  }

  answer(message: JsonObject): void {
    const response = isObject(message.response) ? message.response : {}
    const id = String(response.request_id)
    const open = this.#open.get(id)
    if (open === undefined) return
    const answer: HostAnswer =
      response.subtype === 'error'
        ? { ok: false, error: String(response.error) }
        : { ok: true, response: response.response }
    this.#open.delete(id)
    const echo = () => {
      if (this.#echo.echoes) this.#output.emit({ type: 'control_response', response: message.response })
    }
    if (!this.#echo.late) echo()
    open.settle(answer)
    if (this.#echo.late) echo()
  }

  pending(subtype: string): Wire[] {
    return [...this.#open.values()].filter((it) => it.subtype === subtype).map(({ message }) => message)
  }

  withdrawAll(subtype: string): void {
    for (const [id, open] of [...this.#open]) if (open.subtype === subtype) this.#withdraw(id)
  }

  close(): void {
    this.#closed = true
    for (const [id, { settle }] of [...this.#open]) {
      this.#open.delete(id)
      settle({ ok: false, error: CLOSED })
    }
  }

  #withdraw(id: string): void {
    const open = this.#open.get(id)
    if (open === undefined) return
    this.#open.delete(id)
    this.#output.emit({ type: 'control_cancel_request', request_id: id })
    open.settle('withdrawn')
  }
}
