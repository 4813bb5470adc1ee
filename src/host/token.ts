/** The token that clients show to be let in. Made once, and kept for its owner alone. */
import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'token'
const BYTES = 32
/** A file that a full disk left empty would let everybody in. */
const MIN_LENGTH = 32

/** Undefined: there is none that can be used. */
export function readToken(folder: string): string | undefined {
  try {
    const token = readFileSync(join(folder, FILE), 'utf8').trim()
    return token.length >= MIN_LENGTH ? token : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Reads it, or makes one. For the host that has the lock. */
export function tokenIn(folder: string): string {
  const path = join(folder, FILE)
  const known = readToken(folder)
  if (known !== undefined) {
    chmodSync(path, 0o600)
    return known
  }
  const token = randomBytes(BYTES).toString('base64url')
  writeFileSync(`${path}.new`, token, { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return token
}
