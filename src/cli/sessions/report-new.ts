import { styleFor } from '../terminal/style.ts'
import { type WaitOptions, waitForPrompt } from './wait.ts'

export interface NewSession extends WaitOptions {
  readonly wait: boolean | undefined
  readonly hasPrompt: boolean
}

/**
 * Waits for the first prompt, or prints the new session's id: alone on stdout, so that `$(fairlead new …)` holds it, and
 * how to go on on stderr. Returns the exit code.
 */
export async function reportNew({ wait, hasPrompt, ...options }: NewSession): Promise<number> {
  if (wait) return waitForPrompt(options)
  const { session, json, io } = options
  io.out(json ? `${JSON.stringify({ session })}\n` : `${session}\n`)
  const short = session.slice(0, 8)
  const next = hasPrompt ? `fairlead events ${short} --follow` : `fairlead send ${short} "PROMPT"`
  if (io.stderr.isTTY && !json) io.err(`${styleFor(io.stderr, io.env).dim(`Next: ${next}`)}\n`)
  return 0
}
