/** Where the model's replies come from: a scripted Messages API over HTTP, or scenarios played in the process. */
import type { JsonObject } from '../../../protocol/json.ts'
import type { ApiMessage, StreamEvent } from '../../../protocol/stream.ts'

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

export interface ReplySource {
  /** The events of one reply. Rejects with an `ApiFailure`, or with the signal's reason. */
  stream(body: JsonObject, signal: AbortSignal): AsyncIterable<StreamEvent>
  /** The same reply as one message. */
  whole(body: JsonObject, signal: AbortSignal): Promise<ApiMessage>
  /** What becomes of a tool call of a reply. */
  planOf(toolUseId: string): ToolPlan
}

/** The API has answered with an error, or not at all (`status` null). */
export class ApiFailure extends Error {
  readonly status: number | null
  /** Seconds. */
  readonly retryAfter: number | undefined

  constructor(status: number | null, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
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
    return this.status === 529 ? 'server_error' : this.code
  }

  /** What the user is told. */
  get text(): string {
    if (this.status === null) return `API Error: ${this.message}`
    if (this.status === 413) return 'Request too large (max 32MB). Try with less content.'
    return `API Error: ${this.status} ${this.message}`
  }
}

/** There is no key to ask the API with. */
export class NotLoggedIn extends ApiFailure {
  constructor() {
    super(403, 'Not logged in')
  }

  override get text(): string {
    return 'Not logged in · Please run /login'
  }
}
