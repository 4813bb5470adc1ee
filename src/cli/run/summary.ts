/** The last line of a turn: how it ended, how long it took, what it cost. */
import { seconds } from './notices.ts'
import type { TurnOutcome } from './outcome.ts'
import type { TurnOutput } from './turn-output.ts'

export interface Measured {
  readonly milliseconds: number
  /** Dollars. */
  readonly cost: number
  /** How to go on with the session. */
  readonly goOn?: string
}

export function summarize(outcome: TurnOutcome, measured: Measured, output: TurnOutput): void {
  const { style } = output
  const { status, text, subtype, numTurns: rounds = 1 } = outcome
  if (status === 'error') output.line(style.red(`error: ${text || subtype || 'no reason was given'}`))
  const facts = [
    status === 'success' ? 'done' : status,
    seconds(measured.milliseconds),
    ...(rounds < 2 ? [] : [`${rounds} rounds`]),
    `$${measured.cost.toFixed(4)}`,
    ...(measured.goOn === undefined ? [] : [measured.goOn]),
  ]
  output.line(style.dim(facts.join(' · ')))
}
