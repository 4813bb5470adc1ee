/**
 * One response on its way to the client. The server creates it when a request has arrived. It is over with one of its ends:
 * `json`, `stream` + `finish`, `fail` or `cut`. If the client goes away first, `gone` is aborted and the current write rejects. A
 * client that reads slowly blocks the writer. The outcome is recorded before the bytes that show it are sent, so that the client
 * never knows more than the log.
 */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { errorType } from '../error-types.ts'
import { newId } from './message.ts'

export interface ApiError {
  status: number
  type?: string | undefined
  message?: string | undefined
  retryAfter?: number | undefined
}

export interface Outcome {
  status?: number
  answer?: 'stream' | 'json' | 'error' | 'break'
}

type Headers = Record<string, string>

export class Answer {
  readonly gone: AbortSignal
  readonly #response: ServerResponse
  readonly #tell: (outcome: Outcome) => void

  constructor(response: ServerResponse, tell: (outcome: Outcome) => void) {
    this.#response = response
    this.#tell = tell
    const controller = new AbortController()
    this.gone = controller.signal
    if (response.destroyed) controller.abort()
    response.once('close', () => {
      if (!response.writableFinished) controller.abort()
    })
    // A socket that breaks during a write means that the client has gone: `close` follows.
    response.on('error', () => {})
  }

  async json(body: unknown): Promise<void> {
    await this.#whole('json', 200, body, {})
  }

  /** Writes a part of an event stream, preceded by the headers if necessary. */
  async stream(text: string): Promise<void> {
    this.gone.throwIfAborted()
    if (!this.#response.headersSent)
      this.#head(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
    if (!this.#response.write(text)) await once(this.#response, 'drain', { signal: this.gone })
  }

  async finish(): Promise<void> {
    await this.#end('stream')
  }

  /** Sends an error instead of the response; in a stream that has begun, as its last event. */
  async fail({ status, type, message, retryAfter }: ApiError): Promise<void> {
    type ??= errorType(status)
    message ??= `Scripted error ${status}`
    const body = { type: 'error', error: { type, message } }
    if (this.#response.headersSent) {
      await this.#end('error', `event: error\ndata: ${JSON.stringify(body)}\n\n`)
    } else {
      const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
      await this.#whole('error', status, body, headers)
    }
  }

  /** Cuts the connection once the client has received what was written. */
  async cut(): Promise<void> {
    if (this.#response.headersSent) await new Promise<void>((sent) => this.#response.write('', () => sent()))
    this.#tell({ answer: 'break' })
    this.#response.destroy()
  }

  async #whole(how: 'json' | 'error', status: number, body: unknown, headers: Headers): Promise<void> {
    const text = JSON.stringify(body)
    this.#head(status, { 'content-type': 'application/json', ...headers })
    await this.#end(how, text)
  }

  #head(status: number, headers: Headers): void {
    this.gone.throwIfAborted()
    this.#tell({ status })
    this.#response.writeHead(status, { 'request-id': newId('req'), ...headers })
  }

  async #end(how: 'json' | 'stream' | 'error', text = ''): Promise<void> {
    this.gone.throwIfAborted()
    this.#tell({ answer: how })
    this.#response.end(text)
    if (!this.#response.writableFinished) await once(this.#response, 'finish', { signal: this.gone })
  }
}
