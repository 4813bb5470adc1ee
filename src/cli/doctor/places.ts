/** Every place where a claude may be, in the order in which they are tried, and what is there. */
import { homedir } from 'node:os'
import { BinaryNotFoundError } from '../../process/errors.ts'
import { findBinary, placesToLook } from '../../process/find-binary.ts'
import type { Io } from '../io.ts'

export interface Place {
  readonly path: string
  readonly source: string
  /** Why it cannot be run; absent where it can. */
  readonly reason?: string
}

export function allPlaces({ env, cwd }: Io): Place[] {
  const home = env.HOME ?? env.USERPROFILE ?? homedir()
  const places = placesToLook({ env, home, cwd })
  const once = places.filter(({ path }, i) => places.findIndex((other) => other.path === path) === i)
  return once.map(({ path, source }) => {
    try {
      findBinary({ binary: path, env, cwd })
      return { path, source }
    } catch (error) {
      const [looked] = error instanceof BinaryNotFoundError ? error.looked : []
      return { path, source, reason: looked?.reason ?? String(error) }
    }
  })
}
