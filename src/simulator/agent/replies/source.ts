/** Where the model's replies come from: a scripted Messages API over HTTP, or scenarios played in the process. */
import type { JsonObject } from '../../../protocol/json.ts'
import type { ApiMessage, StreamEvent } from '../../../protocol/stream.ts'
import { errorType } from '../../error-types.ts'

/** How the call of a tool is to end. */
export interface ToolPlan {
  /** Really executed in the working folder. */
  readonly run: boolean
  /** Its output, in place of running it. */
  readonly result?: string
  /** The error it ends with. */
  readonly fails?: string
  /** Milliseconds that it takes. */
  readonly takes?: number
}

/** Told the id that the API gives a request, before the reply. */
export type OnRequest = (id: string) => void

export interface ReplySource {
  /** Where the API is, if it is not the usual one. */
  readonly gateway: string | undefined
  /** The events of one reply. Rejects with an `ApiFailure`, or with the signal's reason. */
  stream(body: JsonObject, signal: AbortSignal, onRequest?: OnRequest): AsyncIterable<StreamEvent>
  /** The same reply as one message. */
  whole(body: JsonObject, signal: AbortSignal, onRequest?: OnRequest): Promise<ApiMessage>
  /** The API is asked whether it is there. */
  greet(): void
  /** How many tokens the API counts, where there is one. */
  count(body: JsonObject): Promise<number | undefined>
  /** What becomes of a tool call of a reply. */
  planOf(toolUseId: string): ToolPlan
}

export interface FailureDetails {
  /** Seconds. */
  readonly retryAfter?: number
  /** As the API calls it. */
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

  /** As `api_retry` has it. */
  get code(): string {
    const { status } = this
    if (status === 401 || status === 403) return 'authentication_failed'
    if (status === 429) return 'rate_limit'
    if (status === 529) return 'overloaded'
    return status !== null && status >= 500 ? 'server_error' : 'unknown'
  }

  /** As the assistant's message about it has it. */
  get assistantCode(): string {
    if (this.status === 404) return 'model_not_found'
    if (this.status === 413) return 'invalid_request'
    return this.status === 529 ? 'server_error' : this.code
  }
}

/** There is no key to ask the API with. */
export class NotLoggedIn extends ApiFailure {
  constructor() {
    super(403, 'Not logged in')
  }
}
