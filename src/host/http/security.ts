/**
 * Who may talk to the host. A browser page of another origin can reach loopback, and a name that an attacker controls can
 * point to it: so the names in `Host` and `Origin` are checked on every request and upgrade, and nothing but the health
 * check is answered without the token.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../../api/errors.ts'

export const COOKIE = 'fairlead'

export interface SecurityOptions {
  readonly token: string
  /** Host names, without port, that requests may name beside those of loopback. */
  readonly hosts?: readonly string[]
  readonly now?: () => number
}
/** What of a request matters here. */
export interface Asked {
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly authorization: string | undefined
  readonly cookie: string | undefined
  /** The address that it comes from. */
  readonly from: string
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
const MOST_FAILURES = 10
const FAILURES_WINDOW = 60_000
const MOST_ADDRESSES = 1000

export class Security {
  readonly #digest: Buffer
  readonly #token: string
  readonly #hosts: ReadonlySet<string>
  readonly #now: () => number
  readonly #failures = new Map<string, { count: number; since: number }>()

  constructor({ token, hosts = [], now = Date.now }: SecurityOptions) {
    this.#token = token
    this.#digest = digest(token)
    this.#hosts = new Set([...LOOPBACK, ...hosts].map((name) => name.toLowerCase()))
    this.#now = now
  }

  /** Throws unless the request names this host, and comes from a page of this host or from no page. */
  checkOrigin({ host, origin }: Asked): void {
    const name = nameOf(host)
    if (name === undefined || !this.#hosts.has(name))
      throw new ApiError(
        'forbidden',
        `this host does not answer to the name ${host ?? '(none)'}: see --listen`,
      )
    if (origin === undefined) return
    if (origin.replace(/^https?:\/\//, '') !== host)
      throw new ApiError('forbidden', `requests from pages of ${origin} are refused`)
  }

  /** Throws unless it has the token. */
  checkToken(asked: Asked): void {
    const given = bearerOf(asked.authorization) ?? cookieOf(asked.cookie)
    // Who has it is not kept out by the failures of others: behind a proxy, all come from one address.
    if (given !== undefined && this.#isToken(given)) return
    this.#checkRate(asked.from)
    // A page that was open before the token changed asks again and again; it has no token to guess with.
    if (given !== undefined) this.#countFailure(asked.from)
    throw new ApiError(
      'unauthorized',
      given === undefined
        ? 'a token is needed: open the address that the host printed, or send it as Bearer'
        : 'the token is not valid: open the address that the host printed last',
    )
  }

  /** An upgrade by a browser has an origin; another program has none, and must then send the token as Bearer. */
  checkUpgrade(asked: Asked): void {
    this.checkOrigin(asked)
    if (asked.origin === undefined && bearerOf(asked.authorization) === undefined)
      throw new ApiError('forbidden', 'an upgrade without an origin needs the token as Bearer')
    this.checkToken(asked)
  }

  /** Exchanges the token of the printed address for a cookie. */
  cookieFor(given: string | undefined, from: string, isSecure: boolean, site?: string): string {
    // A page of another site can make a browser ask for it, as for an image: no origin is told then.
    if (site !== undefined && site !== 'none' && site !== 'same-origin')
      throw new ApiError('forbidden', 'open the address itself: it is not answered to a page of another site')
    // The failures of a page with an old token do not keep out who has the new one.
    if (given === undefined || !this.#isToken(given)) {
      this.#checkRate(from)
      this.#countFailure(from)
      throw new ApiError(
        'unauthorized',
        'the token is not valid: open the address that the host printed last',
      )
    }
    const flags = [
      'Path=/',
      'HttpOnly',
      'SameSite=Strict',
      'Max-Age=31536000',
      ...(isSecure ? ['Secure'] : []),
    ]
    return `${COOKIE}=${this.#token}; ${flags.join('; ')}`
  }

  #isToken(given: string): boolean {
    return timingSafeEqual(digest(given), this.#digest)
  }

  #checkRate(from: string): void {
    const failures = this.#failures.get(from)
    if (!failures) return
    if (this.#now() - failures.since > FAILURES_WINDOW) this.#failures.delete(from)
    else if (failures.count >= MOST_FAILURES)
      throw new ApiError('too-many', 'too many attempts with a wrong token: wait a minute')
  }

  #countFailure(from: string): void {
    if (this.#failures.size >= MOST_ADDRESSES) this.#failures.clear()
    const known = this.#failures.get(from) ?? { count: 0, since: this.#now() }
    this.#failures.set(from, { ...known, count: known.count + 1 })
  }
}

/** Of equal length whatever was given, so that the comparison tells nothing. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function nameOf(host: string | undefined): string | undefined {
  return host?.toLowerCase().replace(/:\d+$/, '')
}

function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]
}

function cookieOf(cookie: string | undefined): string | undefined {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]+)`).exec(cookie ?? '')?.[1]
}

/** For every answer. The console brings all of its scripts, styles and fonts along. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
