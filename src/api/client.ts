/** The typed client of the API. It runs anywhere that has `fetch`. */
import { OptionsError } from '../protocol/errors.ts'
import { nearest } from '../protocol/nearest.ts'
import { checkOptionNames, type OptionNames } from '../protocol/option-names.ts'
import { aFunction, aText, shown } from '../protocol/option-values.ts'
import { ApiError, type ApiErrorCode, type ErrorBody } from './errors.ts'
import { CLIENT_HEADER, paths, type RouteName } from './paths.ts'
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from './routes.ts'
import { globalFetch, pageOrigin } from './runtime.ts'

/** The part of `fetch` that the client needs. */
export type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
) => Promise<{ readonly ok: boolean; readonly status: number; text(): Promise<string> }>

/** How an `ApiClient` reaches the host. */
export interface ApiClientOptions {
  /** The host's address without a path. Without it, or if it is empty, that of the page. */
  readonly url?: string
  /** Without it, that of the runtime. */
  readonly fetch?: Fetch
  /** What `fairlead token` prints. In a page, every script can read it, and the host must list the page's origin (`--origin`). */
  readonly token?: string
  /** The client's name in the audit log. */
  readonly label?: string
}

/** Names every option. */
export const CLIENT_OPTIONS: OptionNames<ApiClientOptions> = {
  url: aText,
  fetch: aFunction,
  token: aText,
  label: aText,
}

type Given<T> = [T] extends [undefined] ? object : T
/** `params`, `query` and `body`, as far as the route has them. */
export type CallOf<N extends RouteName> = (keyof ParamsOf<N> extends never
  ? object
  : { params: ParamsOf<N> }) &
  (QueryOf<N> extends undefined ? object : { query?: Given<QueryOf<N>> }) &
  (BodyOf<N> extends undefined ? object : { body: Given<BodyOf<N>> })

/** What a route needs nothing of may be left out. */
type CallArguments<N extends RouteName> = object extends CallOf<N> ? [call?: CallOf<N>] : [call: CallOf<N>]
interface AnyCall {
  readonly params?: Record<string, string>
  readonly query?: Record<string, unknown>
  readonly body?: unknown
}

/**
 * Calls the routes of a host by name: what a route takes and returns is typed.
 *
 * @example
 * ```js
 * import { ApiClient } from 'fairlead/api'
 *
 * const api = new ApiClient({ url: 'http://127.0.0.1:4180', token: process.env.FAIRLEAD_TOKEN })
 * const { sessions } = await api.call('listSessions')
 * const { result } = await api.call('createSession', { body: { cwd: '/home/me/app', prompt: 'fix the bug' } })
 * console.log(sessions.length, result.id)
 * ```
 */
export class ApiClient {
  readonly #url: string
  readonly #fetch: Fetch
  readonly #token: string | undefined
  readonly #label: string | undefined

  constructor(options: ApiClientOptions = {}) {
    checkOptionNames(options, CLIENT_OPTIONS)
    const { url, fetch, token, label } = options
    // Whoever brings a `fetch` may know the way by another means, such as a socket in the file system.
    this.#url = fetch && !url ? '' : checkedUrl(url)
    this.#fetch = fetch ?? globalFetch
    this.#token = token
    this.#label = label
  }

  /** Throws an `ApiError` with the host's message, or with `unreachable`. */
  async call<N extends RouteName>(name: N, ...[call]: CallArguments<N>): Promise<AnswerOf<N>> {
    if (!Object.hasOwn(paths, name)) throw unknownRoute(name)
    const { method, path } = paths[name]
    const { params = {}, query = {}, body } = (call ?? {}) as AnyCall
    const headers: Record<string, string> = {
      ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
      ...(this.#label !== undefined && { [CLIENT_HEADER]: this.#label }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const target = `${this.#url}/api${filled(path, params)}${queryText(query)}`
    const fetch = this.#fetch
    const response = await fetch(target, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error) => this.#unreachable(error))
    const text = await response.text().catch((error) => this.#unreachable(error))
    if (!response.ok) throw errorIn(text, response.status)
    try {
      return JSON.parse(text) as AnswerOf<N>
    } catch {
      throw unknownAnswer(text, response.status)
    }
  }

  /** The host does not run, or it ended while it answered. */
  #unreachable(error: Error): never {
    // Node's own `fetch` has "fetch failed" as its message, and what went wrong as its cause.
    const { message } = error.cause instanceof Error ? error.cause : error
    const at = this.#url === '' ? '' : ` at ${this.#url}`
    throw new ApiError('unreachable', `the host${at} cannot be reached: ${message}`)
  }
}

function unknownRoute(name: string): OptionsError {
  const near = nearest(String(name), Object.keys(paths))
  return new OptionsError(
    `the API has no route '${name}'${near === undefined ? '' : `; did you mean '${near}'?`}`,
  )
}

/** Without a slash at its end. Empty stands for the origin of the page, which a program does not have. */
export function checkedUrl(url = ''): string {
  if (url === '' && pageOrigin() === undefined)
    throw new OptionsError('`url` is missing: the address of the host, such as http://127.0.0.1:4180.')
  if (url !== '' && !/^https?:\/\//i.test(url))
    throw new OptionsError(`\`url\` must be an address such as http://127.0.0.1:4180, not ${shown(url)}.`)
  return url.replace(/\/+$/, '')
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
    return new ApiError(error.code as ApiErrorCode, error.message, error.details)
  } catch {
    return unknownAnswer(text, status)
  }
}

/** The answer of a proxy, or of another program on that port. */
function unknownAnswer(text: string, status: number): ApiError {
  return new ApiError('internal', `the host answered ${status}: ${text.slice(0, 200)}`)
}
