/**
 * The browsers that are signed in. Each has two secrets, one in its cookie and one in the storage of its pages' origin; either
 * alone opens nothing. The host stores their hashes in the settings of the journal, bound to the token: a new token signs all
 * of them out. A browser stays signed in until it is signed out or was not used for 30 days. `onEnd` notifies its connections.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { browserName } from '../../api/browser-name.ts'
import { ApiError } from '../../api/errors.ts'
import type { BrowserView } from '../../api/resources.ts'
import { readSetting } from '../journal/settings.ts'
import type { Store } from '../journal/store.ts'
import { digest, matches, newSecret } from './secrets.ts'

export const IDLE_LIMIT = 30 * 24 * 60 * 60_000
const SETTING = 'browsers'
/** How often the time of the last use is stored; in between it is in memory only. */
const STORE_EVERY = 5 * 60_000
/** A replaced secret stays valid for this long, because other tabs may not have read the new one yet. */
const GRACE = 60_000
const MAX_BROWSERS = 100
const MAX_USER_AGENT = 400

const hash = z.base64url().transform((text) => Buffer.from(text, 'base64url'))
const storedSchema = z.object({
  /** Identifies the data folder, so that the cookies of several hosts on one machine have different names. */
  host: z.string().regex(/^[0-9a-f]{12}$/),
  token: z.string(),
  browsers: z.array(
    z.object({
      id: z.string(),
      cookie: hash,
      secret: hash,
      createdAt: z.number(),
      lastUsedAt: z.number(),
      userAgent: z.string(),
    }),
  ),
})

interface Browser {
  readonly id: string
  readonly cookie: Buffer
  secret: Buffer
  previous?: { readonly secret: Buffer; readonly until: number }
  readonly createdAt: number
  lastUsedAt: number
  readonly userAgent: string
}

export interface BrowsersOptions {
  readonly store: Pick<Store, 'setting' | 'putSetting'>
  readonly token: string
  readonly log: (level: 'info' | 'warn', message: string, detail?: object) => void
  readonly now?: () => number
}

export class Browsers {
  readonly #store: BrowsersOptions['store']
  readonly #log: BrowsersOptions['log']
  readonly #now: () => number
  readonly #token: string
  readonly #browsers = new Map<string, Browser>()
  readonly #listeners = new Map<string, Set<() => void>>()
  #storedAt = 0
  /** Identifies the data folder. */
  readonly hostId: string

  constructor({ store, token, log, now = Date.now }: BrowsersOptions) {
    this.#store = store
    this.#log = log
    this.#now = now
    this.#token = digest(`browsers of ${token}`).toString('base64url')
    const stored = readSetting(store, SETTING, storedSchema, (problem) => log('warn', problem))
    this.hostId = stored?.host ?? randomBytes(6).toString('hex')
    if (stored?.token === this.#token)
      for (const browser of stored.browsers) this.#browsers.set(browser.id, browser)
    else this.#tryToSave()
  }

  /** `replaced`: the browser that had this cookie until now. */
  signIn(userAgent: string, replaced?: string): { readonly cookie: string; readonly secret: string } {
    const before = replaced === undefined ? undefined : this.#withCookie(replaced)
    if (before) this.#remove(before)
    const [cookie, secret] = [newSecret(), newSecret()]
    const now = this.#now()
    const browser: Browser = {
      id: randomUUID(),
      cookie: digest(cookie),
      secret: digest(secret),
      createdAt: now,
      lastUsedAt: now,
      userAgent: userAgent.slice(0, MAX_USER_AGENT),
    }
    this.#browsers.set(browser.id, browser)
    const all = [...this.#browsers.values()].sort((a, b) => b.lastUsedAt - a.lastUsedAt)
    for (const unused of all.filter((it) => it !== browser).slice(MAX_BROWSERS - 1)) this.#remove(unused)
    // On a full disk the owner must still get in, if only until the host ends.
    this.#tryToSave()
    this.#log('info', 'a browser has signed in', { browser: browser.id, name: browserName(userAgent) })
    return { cookie, secret }
  }

  /** Returns the id of the browser with these secrets. This counts as use. */
  find(cookie: string, secret: string): string | undefined {
    const browser = this.#withCookie(cookie)
    if (!browser) return undefined
    const { previous } = browser
    const isPrevious =
      previous !== undefined && previous.until > this.#now() && matches(secret, previous.secret)
    if (!matches(secret, browser.secret) && !isPrevious) return undefined
    this.use(browser.id)
    return browser.id
  }

  hasCookie(cookie: string): boolean {
    return this.#withCookie(cookie) !== undefined
  }

  /** Returns a new secret for a browser that is signed in. Its connections stay open. */
  renew(id: string): string {
    const browser = this.#browsers.get(id)
    if (!browser) throw new ApiError('unauthorized', 'this browser is not signed in any more')
    const secret = newSecret()
    browser.previous = { secret: browser.secret, until: this.#now() + GRACE }
    browser.secret = digest(secret)
    this.#tryToSave()
    return secret
  }

  use(id: string): void {
    const browser = this.#browsers.get(id)
    if (!browser) return
    browser.lastUsedAt = this.#now()
    if (browser.lastUsedAt - this.#storedAt > STORE_EVERY) this.#tryToSave()
  }

  /** The most recently used first. */
  list(current?: string): BrowserView[] {
    return [...this.#browsers.values()]
      .filter((browser) => !this.#isOver(browser))
      .sort((a, b) => b.lastUsedAt - a.lastUsedAt)
      .map(({ id, createdAt, lastUsedAt, userAgent }) => ({
        id,
        name: browserName(userAgent) ?? 'Unknown browser',
        createdAt,
        lastUsedAt,
        isCurrent: id === current,
      }))
  }

  end(ids: readonly string[]): void {
    for (const id of ids) {
      const browser = this.#browsers.get(id)
      if (!browser) throw new ApiError('not-found', `no browser ${id} is signed in: see GET /api/browsers`)
      this.#remove(browser)
      this.#log('info', 'a browser was signed out', { browser: id })
    }
    try {
      this.#save()
    } catch (error) {
      throw new ApiError(
        'storage',
        `signed out until the host ends, but this could not be stored: ${(error as Error).message}`,
      )
    }
  }

  /** Calls the listener once, when the browser is signed out. Call the result to remove it. */
  onEnd(id: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set()
    this.#listeners.set(id, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(id) === listeners) this.#listeners.delete(id)
    }
  }

  #withCookie(cookie: string): Browser | undefined {
    const browser = [...this.#browsers.values()].find((it) => matches(cookie, it.cookie))
    if (!browser || !this.#isOver(browser)) return browser
    this.#remove(browser)
    return undefined
  }

  #isOver({ lastUsedAt }: Browser): boolean {
    return this.#now() - lastUsedAt > IDLE_LIMIT
  }

  #remove({ id }: Browser): void {
    this.#browsers.delete(id)
    const listeners = this.#listeners.get(id)
    this.#listeners.delete(id)
    for (const listener of listeners ?? []) listener()
  }

  #tryToSave(): void {
    try {
      this.#save()
    } catch (error) {
      this.#log('warn', `the list of browsers was not stored: ${error}`)
    }
  }

  #save(): void {
    // Also after a failure, so that a full disk is not tried again at every request.
    this.#storedAt = this.#now()
    const browsers = [...this.#browsers.values()].map(({ previous: _, cookie, secret, ...rest }) => ({
      ...rest,
      cookie: cookie.toString('base64url'),
      secret: secret.toString('base64url'),
    }))
    this.#store.putSetting(SETTING, { host: this.hostId, token: this.#token, browsers })
  }
}
