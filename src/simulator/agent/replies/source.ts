/** Where the model's replies come from: a scripted Messages API over HTTP, or scenarios played in the process. */
import type { JsonObject } from '../../../protocol/json.ts'
import type { ApiMessage, StreamEvent } from '../../../protocol/stream.ts'
import { errorType } from '../../error-types.ts'

/** How a tool call should end. */
export interface ToolPlan {
  readonly run: boolean
  /** Its output, instead of running it. */
  readonly result?: string
  readonly fails?: string
  /** How long it takes, in milliseconds. */
  readonly takes?: number
}

/** Called with the id that the API gives a request, before the reply. */
export type OnRequest = (id: string) => void

export interface ReplySource {
  /** The address of the API, if it is not the usual one. */
  readonly gateway: string | undefined
  /** Yields the events of one reply. Rejects with an `ApiFailure`, or with the signal's reason. */
  stream(body: JsonObject, signal: AbortSignal, onRequest?: OnRequest): AsyncIterable<StreamEvent>
  /** Returns the same reply as one message. */
  whole(body: JsonObject, signal: AbortSignal, onRequest?: OnRequest): Promise<ApiMessage>
  /** Checks whether the API is reachable. */
  greet(): void
  /** The number of tokens that the API counts, if there is an API. */
  count(body: JsonObject): Promise<number | undefined>
  planOf(toolUseId: string): ToolPlan
}

export interface FailureDetails {
  /** In seconds. */
  readonly retryAfter?: number
  readonly type?: string
  readonly requestId?: string
}

/** The API has answered with an error, or not at all (`status` null). */
export class ApiFailure extends Error {
  readonly status: number | null
  readonly retryAfter: number | undefined
  readonly type: string | undefined
  readonly requestId: string | undefined

  constructor(status: number | null, message: string, details: FailureDetails = {}) {
    super(message)
    this.status = status
    this.retryAfter = details.retryAfter
    this.type = details.type ?? (status === null ? undefined : errorType(status))
    this.requestId = details.requestId
  }

  get code(): string {
    const { status } = this
    if (status === 401 || status === 403) return 'authentication_failed'
    if (status === 429) return 'rate_limit'
    if (status === 529) return 'overloaded'
    return status !== null && status >= 500 ? 'server_error' : 'unknown'
  }

  /** The code in the assistant message about the error. */
  get assistantCode(): string {
    if (this.status === 404) return 'model_not_found'
    if (this.status === 413) return 'invalid_request'
    return this.status === 529 ? 'server_error' : this.code
  }
}

/** There is no key for the API. */
export class NotLoggedIn extends ApiFailure {
  constructor() {
    super(403, 'Not logged in')
  }
}
