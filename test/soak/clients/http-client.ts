/**
 * A client over HTTP that does not give up: the same command with the same id, until it has an answer. It knows nothing of
 * the product's own client.
 */
import type { SoakHost } from '../host.ts'
import { pause } from '../host.ts'
import type { Ledger } from '../ledger.ts'

export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** A host that was killed leaves some connections without an end. */
const ANSWER_WITHIN_MS = 60_000
/** Nothing was done, or there is no room now: the command is sent again. */
const AGAIN = [503, 507]

export class HttpClient {
  readonly label: string
  readonly #host: SoakHost
  readonly #ledger: Ledger
  #isOver = false

  constructor(label: string, host: SoakHost, ledger: Ledger) {
    this.label = label
    this.#host = host
    this.#ledger = ledger
  }

  get(path: string): Promise<Answer> {
    return this.#insist('GET', path, undefined)
  }

  /** `expected`: what else than a receipt may come back. Anything else is a problem. */
  async command(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body: Readonly<Record<string, unknown>>,
    { expected = [], isRepeated = false }: { expected?: readonly number[]; isRepeated?: boolean } = {},
  ): Promise<Answer> {
    const [answer, again] = await Promise.all([
      this.#insist(method, path, body),
      isRepeated ? this.#insist(method, path, body) : undefined,
    ])
    this.#ledger.count('commands')
    if (again && JSON.stringify(again) !== JSON.stringify(answer))
      this.#ledger.problem(
        `${method} ${path}, sent twice, has two answers: ${text(answer)} and ${text(again)}`,
      )
    if (answer.status >= 300 && !expected.includes(answer.status) && !this.#isOver)
      this.#ledger.problem(`${method} ${path} was answered with ${text(answer)}`)
    return answer
  }

  /** Nothing is tried again from now on. */
  close(): void {
    this.#isOver = true
  }

  async #insist(
    method: string,
    path: string,
    body: Readonly<Record<string, unknown>> | undefined,
  ): Promise<Answer> {
    for (;;) {
      await this.#host.up()
      try {
        const answer = await this.#ask(method, path, body)
        if (!AGAIN.includes(answer.status) || this.#isOver) return answer
      } catch (error) {
        if (this.#isOver) throw error
        this.#ledger.count('commands without an answer, sent again')
      }
      await pause(100)
    }
  }

  async #ask(
    method: string,
    path: string,
    body: Readonly<Record<string, unknown>> | undefined,
  ): Promise<Answer> {
    const isBare = method === 'DELETE' && body !== undefined
    const query = isBare ? `?${new URLSearchParams(body as Record<string, string>)}` : ''
    const response = await fetch(`${this.#host.url}/api${path}${query}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#host.token}`,
        'x-fairlead-client': this.label,
        ...(body && !isBare && { 'content-type': 'application/json' }),
      },
      ...(body && !isBare && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    return { status: response.status, body: await response.json() }
  }
}

function text({ status, body }: Answer): string {
  return `${status} ${JSON.stringify(body).slice(0, 300)}`
}
