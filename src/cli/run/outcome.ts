import type { PromptResult } from '../../client/prompts/sent-prompt.ts'
import { numberIn, objectsIn } from '../../state/fields.ts'
import { formatMoney } from '../../state/format/money.ts'
import { seconds } from './notices.ts'
import type { TurnOutput } from './turn-output.ts'

/** What became of a prompt. Results in the state of a session have this shape too. */
export interface TurnOutcome {
  readonly status: PromptResult['status']
  /** The final text; in an error, the reason. */
  readonly text: string
  /** The subtype of the CLI's result. */
  readonly subtype?: string
  /** How often the model was called. */
  readonly numTurns?: number
  /** Tools that were not allowed. */
  readonly denials: readonly unknown[]
}

export function outcomeOf({ status, text, message }: PromptResult): TurnOutcome {
  const denials = objectsIn(message?.permission_denials) ?? []
  const numTurns = numberIn(message?.num_turns)
  return {
    status,
    text,
    denials,
    ...(message && { subtype: message.subtype }),
    ...(numTurns !== undefined && { numTurns }),
  }
}

export interface Measured {
  readonly milliseconds: number
  readonly costUsd: number
  /** How to resume the session. */
  readonly goOn?: string
}

/** The last line of a turn. */
export function summarize(outcome: TurnOutcome, measured: Measured, output: TurnOutput): void {
  const { style } = output
  const { status, text, subtype, numTurns: rounds = 1 } = outcome
  if (status === 'error') output.line(style.red(`error: ${text || subtype || 'no reason given'}`))
  const facts = [
    status === 'success' ? 'done' : status,
    seconds(measured.milliseconds),
    ...(rounds < 2 ? [] : [`${rounds} rounds`]),
    formatMoney(measured.costUsd),
    ...(measured.goOn === undefined ? [] : [measured.goOn]),
  ]
  output.line(style.dim(facts.join(' · ')))
}
