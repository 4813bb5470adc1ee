/**
 * The requests that the agent makes of its host, from the question to the first answer. A request is over when it is
 * answered, withdrawn by its signal (the host is told), or when the input has ended: then nobody can answer any more.
 * Later answers, and answers to nobody, are dropped without a word.
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
  /** Aborted: the request is withdrawn. */
  readonly signal?: AbortSignal
  /** Runs when the host has answered, before anything else is said. */
  readonly onAnswer?: () => void
}

export interface EchoRule {
  readonly echoes: boolean
  /** 2.1.197 tells what follows from an answer before it echoes it. */
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

  /** The open requests of a kind, as they were sent. */
  pending(subtype: string): Wire[] {
    return [...this.#open.values()].filter((it) => it.subtype === subtype).map(({ message }) => message)
  }

  /** Withdraws all open requests of a kind, and tells the host. */
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
