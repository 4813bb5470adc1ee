import { numberIn } from '../../../state/fields.ts'
import { lastValue } from '../../../state/list.ts'
import { items } from '../../../state/select.ts'
import type { SessionState } from '../../../state/session-state.ts'
import { tokensOfTurn } from '../../../state/usage-totals.ts'

interface TurnFigures {
  readonly number: number
  readonly startedAt: number
  readonly calls: number
  readonly tokensIn: number
  readonly tokensOut: number
  /** Known when the turn is over. */
  readonly costUsd?: number
}

/** Of the running turn, or of the last one. */
export function turnFigures(state: SessionState): TurnFigures | undefined {
  const turn = state.turns.current ?? lastValue(state.turns.past)
  if (!turn) return undefined
  const { number, startedAt, endedAt = Number.POSITIVE_INFINITY, result } = turn
  const calls = items(state).filter(
    (it) => 'toolUseId' in it && it.at >= startedAt && it.at <= endedAt,
  ).length
  const usage = result?.usage
  const ofResult = (name: string) => numberIn(usage?.[name]) ?? 0
  const running = tokensOfTurn(state.usage)
  return {
    number,
    startedAt,
    calls,
    tokensIn: usage
      ? ofResult('input_tokens') +
        ofResult('cache_read_input_tokens') +
        ofResult('cache_creation_input_tokens')
      : running.input + running.cacheRead + running.cacheCreation,
    tokensOut: usage ? ofResult('output_tokens') : running.output,
    ...(result && { costUsd: result.costUsd }),
  }
}
