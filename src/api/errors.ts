/** The HTTP status of each error code. */
export const ERROR_STATUS = {
  'bad-request': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  gone: 410,
  'too-large': 413,
  unsupported: 415,
  'not-possible': 422,
  'no-answer': 504,
  'too-many': 429,
  internal: 500,
  /** Created by the client, never sent. */
  unreachable: 502,
  'no-agent': 503,
  'over-limit': 503,
  storage: 507,
} as const
/** Why a request failed. */
export type ApiErrorCode = keyof typeof ERROR_STATUS

/** The body of every response that reports an error. */
export interface ErrorBody {
  readonly error: {
    readonly code: ApiErrorCode
    readonly message: string
    readonly details?: unknown
  }
}

/** Thrown by the host's commands, and by the typed client when the host answers with an error. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  readonly details?: unknown

  constructor(code: ApiErrorCode, message: string, details?: unknown) {
    super(message)
    this.code = code
    if (details !== undefined) this.details = details
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
  get body(): ErrorBody {
    const { code, message, details } = this
    return { error: { code, message, ...(details !== undefined && { details }) } }
  }
}
