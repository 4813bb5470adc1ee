/**
 * Decides who may talk to the host. Pages of other origins can reach loopback, and an attacker's DNS name can point to it, so
 * `Host` and `Origin` are checked on every request and upgrade. Beyond that, the host serves programs that send the token as
 * Bearer, signed-in browsers that send both of their secrets, and pages of `origins` that send the token; their cookies do not count.
 */
import { SECRET_HEADER } from '../../api/browser-access.ts'
import { ApiError } from '../../api/errors.ts'
import type { Browsers } from '../browsers/browsers.ts'
import { digest, matches } from '../browsers/secrets.ts'
import { CODE_LIFETIME, type SignInCodes } from '../browsers/sign-in-codes.ts'
import { originProblem } from './origins.ts'

/** Up to 0.1.0 it contained the token itself. It is not accepted, and browsers that still have it are told to drop it. */
const OLD_COOKIE = 'fairlead'
/** A year. The host forgets an unused browser much earlier. */
const COOKIE_SECONDS = 31_536_000

export interface SecurityOptions {
  readonly token: string
  readonly browsers: Browsers
  readonly codes: SignInCodes
  /** Host names without port, besides those of loopback, that requests may name. */
  readonly hosts?: readonly string[]
  /** Other origins whose pages may use the API with the token. */
  readonly origins?: readonly string[]
  /** Browsers connect over TLS, so the cookie is for encrypted connections only. */
  readonly isSecure?: boolean
  readonly now?: () => number
}
/** The relevant parts of a request. */
export interface Asked {
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly authorization: string | undefined
  readonly cookie: string | undefined
  /** The browser's second secret. */
  readonly secret: string | undefined
  /** `Sec-Fetch-Site`, in which a browser classifies the page that asks. */
  readonly site: string | undefined
  /** The remote address. */
  readonly from: string
}
/** The browser with this id or, without one, a program that has the token. */
export interface Caller {
  readonly browser?: string
}
/** An accepted upgrade. A browser's socket is served only after `confirm` has accepted the secret that it sends. */
export interface Upgrade {
  readonly confirm?: (secret: string) => Caller | undefined
  /** What a socket hears whose secret is not accepted. */
  readonly refusal?: string
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
const WRONG_TOKEN = 'invalid token: `fairlead token` prints the token of this host'
const MAX_FAILURES = 10
const FAILURES_WINDOW = 60_000
const MAX_ADDRESSES = 1000

export class Security {
  readonly #token: Buffer
  readonly #browsers: Browsers
  readonly #codes: SignInCodes
  readonly #hosts: ReadonlySet<string>
  readonly #origins: ReadonlySet<string>
  readonly #isSecure: boolean
  readonly #now: () => number
  readonly #failures = new Map<string, { count: number; since: number }>()

  constructor(options: SecurityOptions) {
    const { token, browsers, codes, hosts = [], origins = [], isSecure = false, now = Date.now } = options
    this.#token = digest(token)
    this.#browsers = browsers
    this.#codes = codes
    this.#hosts = new Set([...LOOPBACK, ...hosts].map((name) => name.toLowerCase()))
    this.#origins = new Set(origins)
    this.#isSecure = isSecure
    this.#now = now
  }

  /** Throws unless the request names this host, and comes from a page of this host or of `origins`, or from no page. */
  checkOrigin(asked: Asked): void {
    const { host, origin } = asked
    const name = nameOf(host)
    if (name === undefined || !this.#hosts.has(name))
      throw new ApiError('forbidden', `this host does not accept the name ${host ?? '(none)'}: see --listen`)
    if (origin === undefined || isOwn(asked) || this.isListed(asked)) return
    // What is not an origin, such as `null`, cannot be listed.
    const hint =
      originProblem(origin) === undefined
        ? `: to let them use the API, add it to \`origins\` in config.json, or start the host with --origin ${origin}`
        : ''
    throw new ApiError('forbidden', `requests from pages of ${origin} are refused${hint}`)
  }

  /** A page of `origins` that is not one of this host. */
  isListed(asked: Asked): boolean {
    return asked.origin !== undefined && !isOwn(asked) && this.#origins.has(asked.origin)
  }

  /** Throws unless it has the token, or comes from a browser that is signed in. */
  identify(asked: Asked): Caller {
    const token = bearerOf(asked.authorization)
    if (token !== undefined) {
      // Checked before the rate: behind a proxy all requests have one address, and failures of others must not lock the owner out.
      if (matches(token, this.#token)) return {}
      this.#checkRate(asked.from)
      this.#countFailure(asked.from)
      throw new ApiError('unauthorized', WRONG_TOKEN)
    }
    if (this.isListed(asked))
      throw new ApiError('unauthorized', 'a page of another origin must send the token as Bearer')
    const cookie = this.#cookieOf(asked)
    if (cookie === undefined)
      throw new ApiError('unauthorized', 'sign in with a browser, or send the token as Bearer')
    if (asked.secret === undefined)
      throw new ApiError(
        'unauthorized',
        `the cookie alone is not enough: pages of this host also send the header ${SECRET_HEADER}`,
      )
    const browser = this.#browsers.find(cookie, asked.secret)
    // Not counted as a failure: a page that was open when its browser was signed out repeats its requests and guesses nothing.
    if (browser === undefined)
      throw new ApiError('unauthorized', 'this browser is not signed in any more: sign in again')
    return { browser }
  }

  /**
   * An upgrade by a browser has an origin. It cannot carry the token as Bearer, so a page of `origins` sends it as its secret. Other
   * programs have no origin and must send the token as Bearer.
   */
  checkUpgrade(asked: Asked): Upgrade {
    this.checkOrigin(asked)
    if (bearerOf(asked.authorization) !== undefined) {
      this.identify(asked)
      return {}
    }
    if (asked.origin === undefined)
      throw new ApiError('forbidden', 'an upgrade without an origin needs the token as Bearer')
    if (this.isListed(asked))
      return { confirm: (token) => this.#callerWith(token, asked.from), refusal: WRONG_TOKEN }
    const cookie = this.#cookieOf(asked)
    if (cookie === undefined || !this.#browsers.hasCookie(cookie))
      throw new ApiError('unauthorized', 'this browser is not signed in')
    return {
      confirm: (secret) => {
        const browser = this.#browsers.find(cookie, secret)
        return browser === undefined ? undefined : { browser }
      },
    }
  }

  /** Exchanges a one-time code, or the token, for the two secrets of a browser: the cookie, and the one for the page. */
  signIn(credential: string, asked: Asked, userAgent: string): { setCookie?: string; secret: string } {
    // A page of another site can cause this request, and not every browser sends the origin then.
    if (asked.site !== undefined && asked.site !== 'none' && asked.site !== 'same-origin')
      throw new ApiError('forbidden', 'only the page of this host can sign a browser in')
    this.#checkCredential(credential, asked.from)
    const cookie = this.#cookieOf(asked)
    const known = cookie && asked.secret && this.#browsers.find(cookie, asked.secret)
    if (known) return { secret: this.#browsers.renew(known) }
    const made = this.#browsers.signIn(userAgent, cookie)
    return { secret: made.secret, setCookie: this.#setCookie(this.#cookieName, made.cookie, COOKIE_SECONDS) }
  }

  /** Signs out the browser that asks, and returns its `Set-Cookie`. */
  signOut(asked: Asked): string {
    const { browser } = this.identify(asked)
    if (browser === undefined)
      throw new ApiError('bad-request', 'only a browser signs out: leave the token out of the request')
    this.#browsers.end([browser])
    return this.#setCookie(this.#cookieName, '', 0)
  }

  /** For a browser that still has the cookie of an earlier version. */
  dropsOldCookie(cookies: string | undefined): string | undefined {
    return cookieNamed(OLD_COOKIE, cookies) === undefined ? undefined : this.#setCookie(OLD_COOKIE, '', 0)
  }

  #callerWith(token: string, from: string): Caller | undefined {
    if (matches(token, this.#token)) return {}
    this.#countFailure(from)
    return undefined
  }

  #checkCredential(given: string, from: string): void {
    const outcome = this.#codes.use(given)
    // Checked before the rate, as in `identify`.
    if (outcome === 'valid' || matches(given, this.#token)) return
    this.#checkRate(from)
    this.#countFailure(from)
    throw new ApiError('unauthorized', REFUSALS[outcome])
  }

  /** Unique to the data folder, because browsers send cookies to every port of a machine, and so to other hosts. */
  get #cookieName(): string {
    return `fairlead-${this.#browsers.hostId}`
  }

  #cookieOf({ cookie }: Asked): string | undefined {
    return cookieNamed(this.#cookieName, cookie)
  }

  #setCookie(name: string, value: string, seconds: number): string {
    const flags = ['Path=/', 'HttpOnly', 'SameSite=Strict', `Max-Age=${seconds}`]
    return [`${name}=${value}`, ...flags, ...(this.#isSecure ? ['Secure'] : [])].join('; ')
  }

  #checkRate(from: string): void {
    const failures = this.#failures.get(from)
    if (!failures) return
    if (this.#now() - failures.since > FAILURES_WINDOW) this.#failures.delete(from)
    else if (failures.count >= MAX_FAILURES)
      throw new ApiError('too-many', 'too many attempts with a wrong token: wait a minute')
  }

  #countFailure(from: string): void {
    if (this.#failures.size >= MAX_ADDRESSES) this.#failures.clear()
    const known = this.#failures.get(from) ?? { count: 0, since: this.#now() }
    this.#failures.set(from, { ...known, count: known.count + 1 })
  }
}

const ANOTHER = 'Run `fairlead open` on the host’s machine for another, or type the token.'
const REFUSALS = {
  used: `This code was used already: each signs in one browser, once. ${ANOTHER} If nobody here has used it, look at \`fairlead browsers\`.`,
  expired: `This code is older than ${CODE_LIFETIME / 60_000} minutes. ${ANOTHER}`,
  unknown: `This is neither the token of this host nor a code that it made since it was started. ${ANOTHER}`,
}

/** The request comes from a page of the host that it names. */
function isOwn({ host, origin }: Asked): boolean {
  return origin?.replace(/^https?:\/\//, '') === host
}

function nameOf(host: string | undefined): string | undefined {
  return host?.toLowerCase().replace(/:\d+$/, '')
}

function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]
}

function cookieNamed(name: string, cookies: string | undefined): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([^;]+)`).exec(cookies ?? '')?.[1]
}

/** Sent with every answer. The console loads nothing from other origins. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
