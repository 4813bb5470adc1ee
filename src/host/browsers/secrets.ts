/** Secrets that the host makes and knows by their hashes alone. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export function newSecret(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** Of equal length whatever was given, so that a comparison takes the same time. */
export function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

export function matches(given: string, hash: Buffer): boolean {
  return timingSafeEqual(digest(given), hash)
}
