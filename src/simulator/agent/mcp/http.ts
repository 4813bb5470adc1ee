/** What the two channels to an MCP server over HTTP share. */
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { type ServerEvent, serverEvents } from '../io/server-events.ts'
import type { Profile } from '../version.ts'

/** An address, and the headers of every request to it. */
export class HttpPeer {
  readonly url: URL
  readonly #headers: { readonly [name: string]: string }
  readonly #profile: Profile
  #protocol: string | undefined
  #session: string | undefined

  constructor(config: JsonObject, profile: Profile) {
    this.url = new URL(String(config.url))
    this.#profile = profile
    const given = isObject(config.headers) ? Object.entries(config.headers) : []
    this.#headers = Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
  }

  /** Stores the session and the version of the protocol that were negotiated. */
  agree(protocol: string, session?: string): void {
    this.#protocol = protocol
    this.#session = session
  }

  forget(): void {
    this.#protocol = undefined
    this.#session = undefined
  }

  post(message: JsonObject, signal: AbortSignal, url: URL = this.url): Promise<Response> {
    const headers = {
      ...this.#common,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    }
    return reached(fetch(url, { method: 'POST', headers, body: JSON.stringify(message), signal }))
  }

  listen(signal: AbortSignal): Promise<Response> {
    return reached(fetch(this.url, { headers: { ...this.#common, accept: 'text/event-stream' }, signal }))
  }

  /** Describes why a response is not an answer. */
  problem({ status }: Response): string {
    if (status !== 404) return `HTTP ${status}`
    const where = this.#profile.isOld ? this.url.href : this.url.origin
    return `MCP endpoint not found at ${where}. Check the URL in your MCP config.`
  }

  get #common(): { [name: string]: string } {
    return {
      'user-agent': `claude-code/${this.#profile.version} (sdk-cli)`,
      ...(this.#protocol === undefined ? {} : { 'mcp-protocol-version': this.#protocol }),
      ...(this.#session === undefined ? {} : { 'mcp-session-id': this.#session }),
      ...this.#headers,
    }
  }
}

export function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true
}

export async function* eventsOf({ body }: Response): AsyncGenerator<ServerEvent> {
  if (body !== null) yield* serverEvents(textIn(body as unknown as AsyncIterable<Uint8Array>))
}

async function* textIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
}

/** Reports the code that `fetch` hides in the cause of its error. */
async function reached(response: Promise<Response>): Promise<Response> {
  try {
    return await response
  } catch (error) {
    const { cause } = error as Error
    const code = isObject(cause) && typeof cause.code === 'string' ? cause.code : undefined
    if (code === undefined) throw error
    throw new Error(`${code}: Unable to connect. Is the computer able to access the url?`)
  }
}
