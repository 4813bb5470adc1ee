/** The typed client of the API. It runs anywhere: the caller supplies `fetch`. */
import { ApiError, type ErrorBody, type ErrorCode } from './errors.ts'
import { CLIENT_HEADER, paths, type RouteName } from './paths.ts'
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from './routes.ts'

export type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
) => Promise<{ readonly ok: boolean; readonly status: number; text(): Promise<string> }>

export interface ApiClientOptions {
  /** The host's address without a path; empty in a page that the host serves. */
  readonly url: string
  readonly fetch: Fetch
  /** Not needed in a page that the host serves: its `fetch` sends the browser's credentials. */
  readonly token?: string
  /** The client's name in the audit log. */
  readonly label?: string
}

type Given<T> = [T] extends [undefined] ? object : T
/** `params`, `query` and `body`, as far as the route has them. */
export type CallOf<N extends RouteName> = (keyof ParamsOf<N> extends never
  ? object
  : { params: ParamsOf<N> }) &
  (QueryOf<N> extends undefined ? object : { query?: Given<QueryOf<N>> }) &
  (BodyOf<N> extends undefined ? object : { body: Given<BodyOf<N>> })

export class ApiClient {
  readonly #options: ApiClientOptions

  constructor(options: ApiClientOptions) {
    this.#options = options
  }

  /** Throws an `ApiError` with the host's message, or with `unreachable`. */
  async call<N extends RouteName>(name: N, call: CallOf<N>): Promise<AnswerOf<N>> {
    const { url, fetch, token, label } = this.#options
    const { method, path } = paths[name]
    const {
      params = {},
      query = {},
      body,
    } = call as {
      params?: Record<string, string>
      query?: Record<string, unknown>
      body?: unknown
    }
    const headers: Record<string, string> = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(label !== undefined && { [CLIENT_HEADER]: label }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const target = `${url}/api${filled(path, params)}${queryText(query)}`
    const response = await fetch(target, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(unreachable)
    const text = await response.text().catch(unreachable)
    if (!response.ok) throw errorIn(text, response.status)
    try {
      return JSON.parse(text) as AnswerOf<N>
    } catch {
      throw unknownAnswer(text, response.status)
    }
  }
}

/** The host does not run, or it ended while it answered. */
function unreachable(error: Error): never {
  throw new ApiError('unreachable', `the host cannot be reached: ${error.message}`)
}

function filled(path: string, params: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function queryText(query: Record<string, unknown>): string {
  const parts = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

function errorIn(text: string, status: number): ApiError {
  try {
    const { error } = JSON.parse(text) as ErrorBody
    return new ApiError(error.code as ErrorCode, error.message, error.details)
  } catch {
    return unknownAnswer(text, status)
  }
}

/** The answer of a proxy, or of another program on that port. */
function unknownAnswer(text: string, status: number): ApiError {
  return new ApiError('internal', `the host answered ${status}: ${text.slice(0, 200)}`)
}
