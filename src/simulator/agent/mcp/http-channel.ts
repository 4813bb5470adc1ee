/**
 * The channel to a server over streamable HTTP: each message is a request, its answer is JSON or a stream of events. `open` sends
 * nothing; after the handshake, one request stays open for messages that the server starts, if it supports that. `close` ends
 * everything.
 */
import { isObject, type JsonObject, parseObject } from '../../../protocol/json.ts'
import type { Profile } from '../version.ts'
import { type McpChannel, TIMED_OUT } from './channel.ts'
import { eventsOf, HttpPeer, isEventStream } from './http.ts'
import { isQuestion } from './waiting.ts'

export class HttpChannel implements McpChannel {
  readonly #peer: HttpPeer
  #open = new AbortController()
  #receive: (message: JsonObject) => void = () => {}

  constructor(config: JsonObject, profile: Profile) {
    this.#peer = new HttpPeer(config, profile)
  }

  async open(receive: (message: JsonObject) => void): Promise<void> {
    this.#open = new AbortController()
    this.#receive = receive
    this.#peer.forget()
  }

  async send(message: JsonObject, signal?: AbortSignal): Promise<JsonObject | string> {
    const either = signal === undefined ? this.#open.signal : AbortSignal.any([signal, this.#open.signal])
    try {
      const response = await this.#peer.post(message, either)
      if (!response.ok) return this.#peer.problem(response)
      if (!isQuestion(message)) {
        await response.body?.cancel()
        if (message.method === 'notifications/initialized') void this.#listen()
        return {}
      }
      const answer = isEventStream(response)
        ? await this.#answerIn(response, message.id)
        : parseObject(await response.text())
      if (answer === undefined) return 'the server has sent no answer'
      if (message.method === 'initialize') this.#agree(answer, response)
      return answer
    } catch (error) {
      return either.aborted ? TIMED_OUT : (error as Error).message
    }
  }

  close(): void {
    this.#open.abort()
  }

  #agree({ result }: JsonObject, { headers }: Response): void {
    const protocol = isObject(result) ? String(result.protocolVersion) : ''
    this.#peer.agree(protocol, headers.get('mcp-session-id') ?? undefined)
  }

  /** Other messages may come before the answer. */
  async #answerIn(response: Response, id: unknown): Promise<JsonObject | undefined> {
    for await (const { data } of eventsOf(response)) {
      const message = parseObject(data)
      if (message === undefined) continue
      if (message.method !== undefined) this.#receive(message)
      else if (message.id === id) return message
    }
    return undefined
  }

  async #listen(): Promise<void> {
    try {
      const response = await this.#peer.listen(this.#open.signal)
      if (response.ok && isEventStream(response)) await this.#answerIn(response, undefined)
      else await response.body?.cancel()
    } catch {
      // The server does not start messages itself, or has gone.
    }
  }
}
