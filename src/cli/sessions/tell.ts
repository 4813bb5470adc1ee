/** The id of a new session: alone on stdout, so that `$(fairlead new …)` holds it, and how to go on on stderr. */
import type { Io } from '../io.ts'
import { styleFor } from '../terminal/style.ts'

export interface Told {
  readonly session: string
  readonly json: boolean
  readonly io: Io
  /** It waits for its first prompt. */
  readonly hint: boolean
}

export function tellSession({ session, json, io, hint }: Told): number {
  if (json) {
    io.out(`${JSON.stringify({ session })}\n`)
    return 0
  }
  io.out(`${session}\n`)
  const short = session.slice(0, 8)
  const next = hint ? `fairlead send ${short} "PROMPT"` : `fairlead events ${short} --follow`
  if (io.stderr.isTTY) io.err(`${styleFor(io.stderr, io.env).dim(`Go on with: ${next}`)}\n`)
  return 0
}
