/**
 * The requests that a model has received. It keeps the newest `limit` of them, because each holds the whole conversation. Waiters
 * for a request are woken whenever one arrives or changes, and get an error when the model closes or their time is over.
 */

export interface ModelRequest {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly method: string
  /** Without the query. */
  readonly path: string
  /** The parsed JSON of the request; the text as it came if it is not JSON; absent if there was nothing. */
  readonly body?: unknown
  /** A call for the CLI's own purposes, such as a title. */
  readonly side: boolean
  readonly script?: number | 'otherwise'
  readonly reply?: number
  /** `open` until it is over; `error` and `break` as scripted, or because the request was invalid. */
  readonly answer: 'open' | 'stream' | 'json' | 'error' | 'break'
  /** The HTTP status, once it was sent. */
  readonly status?: number
  /** The client went away before the end of the response. */
  readonly aborted: boolean
}

/** Whether a request is the one that is waited for. */
export type RequestTest = (request: ModelRequest) => boolean

interface Waiter {
  look: (request: ModelRequest) => void
  closed: () => void
}

export class RequestLog {
  readonly requests: ModelRequest[] = []
  readonly #limit: number
  readonly #waiters = new Set<Waiter>()

  constructor(limit: number) {
    this.#limit = limit
  }

  add(request: ModelRequest): ModelRequest {
    this.requests.push(request)
    if (this.requests.length > this.#limit) this.requests.shift()
    this.#wake(request)
    return request
  }

  update(request: ModelRequest, change: Partial<ModelRequest>): void {
    Object.assign(request, change)
    this.#wake(request)
  }

  /** Returns the oldest kept request that passes, or the first that will. */
  async wait(passes: RequestTest, timeoutMs: number): Promise<ModelRequest> {
    const found = this.requests.find(passes)
    if (found !== undefined) return found
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        this.#waiters.delete(waiter)
      }
      const fail = (why: string) => {
        end()
        reject(new Error(`${why} before the request came; the log has ${this.requests.length} others.`))
      }
      const look = (request: ModelRequest) => {
        try {
          if (!passes(request)) return
          resolve(request)
        } catch (error) {
          reject(error)
        }
        end()
      }
      const waiter = { look, closed: () => fail('The model was closed') }
      const timer = setTimeout(() => fail(`${timeoutMs} ms passed`), timeoutMs)
      this.#waiters.add(waiter)
    })
  }

  close(): void {
    for (const { closed } of this.#waiters) closed()
  }

  #wake(request: ModelRequest): void {
    for (const { look } of this.#waiters) look(request)
  }
}
