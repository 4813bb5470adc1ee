/**
 * Replies of a Messages API over HTTP, requested as the real CLI does. One request at a time for each caller; an aborted signal
 * closes the connection, which the server notices.
 */
import type { IncomingMessage } from 'node:http'
import { defined, isObject, type JsonObject, parseObject } from '../../../protocol/json.ts'
import type { ApiMessage, StreamEvent } from '../../../protocol/stream.ts'
import { serverEvents } from '../io/server-events.ts'
import { ApiFailure, NotLoggedIn, type OnRequest, type ReplySource, type ToolPlan } from './source.ts'

const RESET = 'Unable to connect to API (ECONNRESET)'

export class ApiSource implements ReplySource {
  readonly #url: URL
  readonly #key: string
  readonly #version: string

  constructor(baseUrl: string, key: string, version: string) {
    this.#url = new URL('/v1/messages?beta=true', baseUrl)
    this.#key = key
    this.#version = version
  }

  get gateway(): string {
    return this.#url.host
  }

  async *stream(body: JsonObject, signal: AbortSignal, onRequest?: OnRequest): AsyncGenerator<StreamEvent> {
    const response = await this.#post({ ...body, stream: true }, signal, onRequest)
    let isWhole = false
    for await (const event of eventsIn(response, signal)) {
      if (event.type === 'message_stop') isWhole = true
      yield event
    }
    if (!isWhole) throw new ApiFailure(null, RESET)
  }

  async whole(body: JsonObject, signal: AbortSignal, onRequest?: OnRequest): Promise<ApiMessage> {
    const response = await this.#post({ ...body, stream: false }, signal, onRequest)
    try {
      return JSON.parse(await textOf(response))
    } catch {
      throw new ApiFailure(null, RESET)
    }
  }

  greet(): void {
    const url = new URL('/', this.#url)
    void import('node:http').then(({ request }) => {
      if (url.protocol !== 'http:') return
      const asked = request(url, { method: 'HEAD' }, (response) => response.resume())
      asked.on('error', () => {}).end()
    })
  }

  async count(body: JsonObject): Promise<number | undefined> {
    const url = new URL('/v1/messages/count_tokens?beta=true', this.#url)
    try {
      const response = await this.#post(body, AbortSignal.timeout(10_000), undefined, url)
      const { input_tokens } = JSON.parse(await textOf(response))
      return typeof input_tokens === 'number' ? input_tokens : undefined
    } catch {
      return undefined
    }
  }

  planOf(): ToolPlan {
    return { run: true }
  }

  async #post(
    body: JsonObject,
    signal: AbortSignal,
    onRequest?: OnRequest,
    url: URL = this.#url,
  ): Promise<IncomingMessage> {
    if (this.#key === '') throw new NotLoggedIn()
    const payload = JSON.stringify(body)
    // Loaded on demand: most agents never call an API, and loading it takes a good part of the start-up time.
    const isSecure = this.#url.protocol === 'https:'
    const { request: send } = await (isSecure ? import('node:https') : import('node:http'))
    return new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
        'anthropic-version': '2023-06-01',
        'user-agent': `claude-cli/${this.#version} (external, fairlead-sim)`,
        'x-api-key': this.#key,
      }
      const request = send(url, { method: 'POST', headers, signal }, (response) => {
        const status = response.statusCode ?? 0
        const id = requestId(response)
        if (id !== undefined) onRequest?.(id)
        if (status < 400) resolve(response)
        else failureOf(response, status).then(reject, reject)
      })
      request.on('error', (error) => {
        const failure = new ApiFailure(null, `Unable to connect to API (${codeOf(error)})`)
        reject(signal.aborted ? signal.reason : failure)
      })
      request.end(payload)
    })
  }
}

async function failureOf(response: IncomingMessage, status: number): Promise<ApiFailure> {
  const text = await textOf(response)
  const after = Number(response.headers['retry-after'] ?? Number.NaN)
  const { message = text, type } = errorIn(text)
  const retryAfter = Number.isNaN(after) ? undefined : after
  return new ApiFailure(status, message, defined({ retryAfter, type, requestId: requestId(response) }))
}

function errorIn(text: string): { message?: string; type?: string } {
  const error = parseObject(text)?.error
  return isObject(error) ? { message: String(error.message), type: String(error.type) } : {}
}

function requestId({ headers }: IncomingMessage): string | undefined {
  const id = headers['request-id']
  return typeof id === 'string' ? id : undefined
}

function codeOf(error: unknown): string {
  return isObject(error) && typeof error.code === 'string' ? error.code : 'ECONNRESET'
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

async function* eventsIn(response: IncomingMessage, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  response.setEncoding('utf8')
  try {
    for await (const { data } of serverEvents(response as AsyncIterable<string>)) {
      const event = JSON.parse(data)
      if (event.type === 'error') throw new ApiFailure(529, String(event.error?.message))
      yield event
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw error instanceof ApiFailure
      ? error
      : new ApiFailure(null, `Unable to connect to API (${codeOf(error)})`)
  }
}
