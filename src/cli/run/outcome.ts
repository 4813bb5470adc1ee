/** What became of a prompt, and of the turns that followed from it. */
import type { PromptResult } from '../../client/prompts/sent-prompt.ts'

/** The last turn's result, as the state of a session has it, fits too. */
export interface TurnOutcome {
  readonly status: PromptResult['status']
  /** The final text; in an error, the reason. */
  readonly text: string
  /** The CLI's word for the kind of its result. */
  readonly subtype?: string
  /** How often the model was asked. */
  readonly numTurns?: number
}

export function outcomeOf({ status, text, message }: PromptResult): TurnOutcome {
  return { status, text, ...(message && { subtype: message.subtype, numTurns: message.num_turns }) }
}
