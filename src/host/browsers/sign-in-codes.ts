/**
 * One-time codes, each of which signs in one browser within its lifetime. They are part of links that are printed or passed to
 * a browser, where the token must not appear. The host has their hashes in memory only, so they end with it.
 */
import { digest, matches, newSecret } from './secrets.ts'

export const CODE_LIFETIME = 10 * 60_000
/** How long the host can tell an expired code from an unknown one. */
const REMEMBERED_FOR = 24 * 60 * 60_000
const MAX_CODES = 100
const BYTES = 18

export type CodeOutcome = 'valid' | 'used' | 'expired' | 'unknown'

interface Code {
  readonly hash: Buffer
  readonly expiresAt: number
  isUsed: boolean
}

export class SignInCodes {
  readonly #now: () => number
  #codes: Code[] = []

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  create(): { readonly code: string; readonly expiresAt: number } {
    const now = this.#now()
    const code = newSecret(BYTES)
    const expiresAt = now + CODE_LIFETIME
    const remembered = this.#codes.filter((it) => it.expiresAt + REMEMBERED_FOR > now)
    this.#codes = [...remembered, { hash: digest(code), expiresAt, isUsed: false }].slice(-MAX_CODES)
    return { code, expiresAt }
  }

  /** Uses up a valid code. */
  use(given: string): CodeOutcome {
    const code = this.#codes.find(({ hash }) => matches(given, hash))
    if (!code) return 'unknown'
    if (code.isUsed) return 'used'
    if (code.expiresAt <= this.#now()) return 'expired'
    code.isUsed = true
    return 'valid'
  }
}
