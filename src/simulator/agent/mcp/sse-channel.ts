/**
 * The channel to a server over HTTP with server-sent events: one stream brings everything that the server sends, first the
 * address to which messages are posted. `open` waits for that address; `close`, or the end of the stream, ends the channel.
 */
import { isObject, type JsonObject, parseObject } from '../../../protocol/json.ts'
import type { Profile } from '../version.ts'
import { type McpChannel, TIMED_OUT } from './channel.ts'
import { eventsOf, HttpPeer } from './http.ts'
import { isQuestion, Waiting } from './waiting.ts'

const CLOSED = 'Connection closed'

export class SseChannel implements McpChannel {
  readonly #peer: HttpPeer
  readonly #waiting = new Waiting()
  #open = new AbortController()
  #posts: URL | undefined

  constructor(config: JsonObject, profile: Profile) {
    this.#peer = new HttpPeer(config, profile)
  }

  async open(receive: (message: JsonObject) => void): Promise<void> {
    this.#open = new AbortController()
    this.#posts = undefined
    this.#peer.forget()
    const { signal } = this.#open
    const response = await this.#peer.listen(signal).catch((error: Error) => {
      throw new Error(`SSE error: ${error.message}`)
    })
    if (!response.ok) throw new Error(`SSE error: ${this.#peer.problem(response)}`)
    await new Promise<void>((resolve, reject) => {
      void this.#read(response, receive, resolve).finally(() => {
        this.#waiting.end(CLOSED)
        reject(new Error(`SSE error: ${CLOSED}`))
      })
    })
  }

  async send(message: JsonObject, signal?: AbortSignal): Promise<JsonObject | string> {
    const either = signal === undefined ? this.#open.signal : AbortSignal.any([signal, this.#open.signal])
    if (this.#posts === undefined || either.aborted) return CLOSED
    const answer = isQuestion(message) ? this.#waiting.for(message.id, either) : Promise.resolve({})
    try {
      const response = await this.#peer.post(message, either, this.#posts)
      await response.body?.cancel()
      if (!response.ok) return this.#peer.problem(response)
    } catch (error) {
      return either.aborted ? TIMED_OUT : (error as Error).message
    }
    const got = await answer
    if (message.method === 'initialize' && isObject(got) && isObject(got.result))
      this.#peer.agree(String(got.result.protocolVersion))
    return got
  }

  close(): void {
    this.#open.abort()
  }

  async #read(response: Response, receive: (message: JsonObject) => void, opened: () => void): Promise<void> {
    try {
      for await (const { event, data } of eventsOf(response)) {
        if (event === 'endpoint') {
          this.#posts = new URL(data, this.#peer.url)
          opened()
          continue
        }
        const message = parseObject(data)
        if (message === undefined) continue
        if (message.method === undefined) this.#waiting.take(message)
        else receive(message)
      }
    } catch {
      // Closed on this side, or cut off on the other: both look the same to those who wait.
    }
  }
}
