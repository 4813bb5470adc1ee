/** Secrets that the host creates, of which it stores hashes only. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export function newSecret(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** Has a fixed length, so that comparing always takes the same time. */
export function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

export function matches(given: string, hash: Buffer): boolean {
  return timingSafeEqual(digest(given), hash)
}
