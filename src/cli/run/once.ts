/** One prompt, from the start of the CLI to its end. */

import type { SessionOptions } from '../../client/session-options.ts'
import { Conversation, INTERRUPTED, type RunContext } from './conversation.ts'
import type { TurnOutcome } from './outcome.ts'
import { summarize } from './summary.ts'

/** The exit code. */
export async function runOnce(prompt: string, options: SessionOptions, context: RunContext): Promise<number> {
  const talk = new Conversation(context)
  try {
    await talk.open(options)
    const start = performance.now()
    const result = await talk.turn(prompt)
    const { sessionId } = talk
    const milliseconds = performance.now() - start
    const hasBegun = result.status !== 'error' || result.numTurns !== 0
    const isKept = sessionId !== undefined && options.persistSession !== false && hasBegun
    const goOn = isKept ? { goOn: `--resume ${sessionId}` } : {}
    if (!context.json) summarize(result, { milliseconds, cost: talk.cost, ...goOn }, talk.output)
    return exitCode(result)
  } catch (error) {
    if (talk.presses > 0) return INTERRUPTED
    throw error
  } finally {
    await talk.close()
  }
}

function exitCode({ status }: TurnOutcome): number {
  if (status === 'interrupted') return INTERRUPTED
  return status === 'success' ? 0 : 1
}
