/** The last line of a turn: how it ended, how long it took, what it cost. */
import type { TurnResult } from '../../client/turns/turn.ts'
import { seconds } from './notices.ts'
import type { Screen } from './screen.ts'

export interface Measured {
  readonly milliseconds: number
  /** Dollars. */
  readonly cost: number
  /** How to go on with the session. */
  readonly goOn?: string
}

export function summarize(result: TurnResult, measured: Measured, screen: Screen): void {
  const { style } = screen
  const { status, text, message } = result
  if (status === 'error')
    screen.line(style.red(`error: ${text || message?.subtype || 'no reason was given'}`))
  const { num_turns: rounds = 1 } = message ?? {}
  const facts = [
    status === 'success' ? 'done' : status,
    seconds(measured.milliseconds),
    ...(rounds < 2 ? [] : [`${rounds} rounds`]),
    `$${measured.cost.toFixed(4)}`,
    ...(measured.goOn === undefined ? [] : [measured.goOn]),
  ]
  screen.line(style.dim(facts.join(' · ')))
}
