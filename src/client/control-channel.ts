/**
 * The control channel: requests and answers in both directions over one process. It holds three tables: calls that
 * wait for the CLI's answer (with a deadline), requests of the CLI that a handler works on (`OpenRequest`),
 * and the ids of requests already taken, since the CLI may tell a pending one again. It lives as long as the process;
 * when that dies, `fail` rejects every call with one error and aborts every handler.
 *
 * A handler is never awaited by the reader: the stream goes on while a person decides.
 */
import { randomUUID } from 'node:crypto'
import type { ControlResponseMessage, PendingRequests } from '../protocol/control/envelope.ts'
import {
  type HostRequestFields,
  type HostRequestSubtype,
  type HostResponse,
  hostRequestProblem,
} from '../protocol/control/to-cli.ts'
import type { CliControlRequest, CliRequest } from '../protocol/control/to-host.ts'
import { decode } from '../protocol/decode.ts'
import type { JsonObject } from '../protocol/json.ts'
import type { StdinMessage } from '../protocol/stdin.ts'
import { BadRequestError, ControlRequestError, ControlTimeoutError } from './errors.ts'
import { OpenRequest } from './open-request.ts'

/** Answers a request of the CLI. `undefined` leaves it unanswered. What it throws becomes an error answer. */
export type CliRequestHandler = (
  request: CliRequest,
  open: OpenRequest,
) => object | undefined | Promise<object | undefined>

export interface CallOptions {
  /** Milliseconds. */
  readonly timeout?: number
}

interface IdOptions {
  /** What the request's id begins with. */
  readonly idPrefix?: string
}

interface Call {
  readonly subtype: string
  readonly resolve: (response: unknown) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

const DEFAULT_TIMEOUT = 60_000
/** What a write to a process that has just ended fails with. */
const GONE = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'])
/** A timer takes no more, and fires at once if it is given more: `Infinity`, say. */
const LONGEST_TIMEOUT = 2 ** 31 - 1

export class ControlChannel {
  readonly #write: (message: StdinMessage) => Promise<void>
  readonly #handle: CliRequestHandler
  readonly #calls = new Map<string, Call>()
  readonly #working = new Map<string, OpenRequest>()
  readonly #taken = new Set<string>()
  #failure: Error | undefined

  constructor(write: (message: StdinMessage) => Promise<void>, handle: CliRequestHandler) {
    this.#write = write
    this.#handle = handle
  }

  /** Resolves with the CLI's answer; an answer without payload is `{}`. */
  request<S extends HostRequestSubtype>(
    subtype: S,
    fields: HostRequestFields<S>,
    options?: CallOptions & IdOptions,
  ): Promise<HostResponse<S>>
  request(
    subtype: string,
    fields: JsonObject,
    { timeout = DEFAULT_TIMEOUT, idPrefix = '' }: CallOptions & IdOptions = {},
  ) {
    const request = { ...fields, subtype }
    const problem = hostRequestProblem(request)
    if (problem !== undefined) return Promise.reject(new BadRequestError(`${subtype}: ${problem}`))
    if (this.#failure) return Promise.reject(this.#failure)
    const requestId = `${idPrefix}${randomUUID()}`
    const answer = new Promise<unknown>((resolve, reject) => {
      const timer = setTimeout(
        () => {
          this.#calls.delete(requestId)
          reject(new ControlTimeoutError(subtype, timeout))
        },
        Math.min(timeout, LONGEST_TIMEOUT),
      )
      this.#calls.set(requestId, { subtype, resolve, reject, timer })
    })
    this.#write({ type: 'control_request', request_id: requestId, request } as StdinMessage).catch(
      (error) => {
        // The process is gone: its ending, which is told in a moment, says why.
        if (!GONE.has(error.code)) this.#settle(requestId)?.reject(error)
      },
    )
    return answer
  }

  /** An answer of the CLI; or, when it replays, our own answer echoed, whose id is none of our calls. */
  onResponse({ response }: ControlResponseMessage): void {
    this.#redeliver(response)
    const call = this.#settle(response.request_id)
    if (!call) return
    if (response.subtype === 'success') {
      call.resolve(response.response ?? {})
      return
    }
    const unsupported =
      response.error_code === 'unsupported_request' ||
      response.error.startsWith('Unsupported control request subtype')
    call.reject(
      new ControlRequestError(call.subtype, response.error, unsupported ? 'unsupported' : 'control-error'),
    )
  }

  onRequest({ request_id: requestId, request }: CliControlRequest): void {
    if (this.#taken.has(requestId) || this.#failure) return
    this.#taken.add(requestId)
    const open = new OpenRequest(requestId)
    this.#working.set(requestId, open)
    void this.#answer(request, open)
  }

  /** The CLI withdraws a request. */
  onCancel(requestId: string): void {
    this.#working.get(requestId)?.withdraw(new Error('the CLI withdrew the request'))
    this.#working.delete(requestId)
  }

  /** As if the CLI had withdrawn a request that it forgot about. It gets this answer, in case it still waits. */
  withdraw(requestId: string, response: object): void {
    if (!this.#working.has(requestId)) return
    this.onCancel(requestId)
    this.#send(requestId, { response })
  }

  /** Refuses a request that could not be read, so that the CLI does not wait for ever. */
  refuse(requestId: string, reason: string): void {
    if (this.#taken.has(requestId)) return
    this.#taken.add(requestId)
    this.#send(requestId, { error: reason })
  }

  fail(error: Error): void {
    this.#failure ??= error
    for (const id of [...this.#calls.keys()]) this.#settle(id)?.reject(error)
    for (const open of this.#working.values()) open.withdraw(error)
    this.#working.clear()
  }

  async #answer(request: CliRequest, open: OpenRequest): Promise<void> {
    let answer: { response: object } | { error: string } | undefined
    try {
      const response = await this.#handle(request, open)
      answer = response === undefined ? undefined : { response }
    } catch (error) {
      answer = { error: error instanceof Error ? error.message : String(error) }
    }
    if (!this.#working.delete(open.id) || answer === undefined) return
    this.#send(open.id, answer)
  }

  #send(requestId: string, answer: { response: object } | { error: string }): void {
    const response =
      'error' in answer
        ? { subtype: 'error' as const, request_id: requestId, error: answer.error }
        : { subtype: 'success' as const, request_id: requestId, response: answer.response }
    this.#write({ type: 'control_response', response }).catch((error: Error) => {
      // What the handler gave is no JSON: the CLI is told, or it would wait for ever. Otherwise the process is gone,
      // and its ending tells everyone.
      if (!('error' in answer)) this.#send(requestId, { error: error.message })
    })
  }

  #settle(requestId: string): Call | undefined {
    const call = this.#calls.get(requestId)
    if (!call) return undefined
    this.#calls.delete(requestId)
    clearTimeout(call.timer)
    return call
  }

  #redeliver(pending: PendingRequests): void {
    const lists = [
      pending.pending_permission_requests,
      pending.pending_user_dialog_requests,
      pending.pending_elicitation_requests,
    ]
    for (const request of lists.filter(Array.isArray).flat()) {
      const decoded = decode(JSON.stringify(request))
      if (decoded.kind === 'message' && decoded.message.type === 'control_request')
        this.onRequest(decoded.message)
    }
  }
}
