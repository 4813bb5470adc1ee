/** What became of a prompt, according to the session's state. */
import { valueAt } from '../../state/list.ts'
import { liveness } from '../../state/liveness/liveness.ts'
import { lookUp } from '../../state/lookup.ts'
import type { SessionState } from '../../state/session-state.ts'

export interface Outcome {
  /** `cancelled`: withdrawn before it ran. `lost`: the process ended before the result. */
  readonly status: 'success' | 'error' | 'interrupted' | 'cancelled' | 'lost'
  /** The final text; in an error, the reason. */
  readonly text: string
  readonly costUsd: number
  readonly turn?: number
}

/** The first prompt of a session that was created with one. */
export function firstPrompt({ prompts, turns }: SessionState): string | undefined {
  return valueAt(turns.past, 0)?.prompts[0] ?? prompts.open[0]?.uuid ?? prompts.lost[0]?.uuid
}

/** Undefined while it is not over. */
export function outcomeOf(state: SessionState, prompt: string, now: number): Outcome | undefined {
  const { prompts, turns } = state
  const number = lookUp(prompts.done, prompt)
  if (number !== undefined) return ofTurn(state, number)
  const cancelled = prompts.cancelled.find(({ uuid }) => uuid === prompt)
  if (cancelled) return { status: 'cancelled', text: `cancelled: ${cancelled.why}`, costUsd: 0 }
  const lost = prompts.lost.find(({ uuid }) => uuid === prompt)
  // The host sends a prompt that did not start again, unless the session was closed.
  const isForGood = lost && (lost.turn !== undefined || liveness(state, now).clean === true)
  if (!isForGood) return undefined
  const turn = lost.turn === undefined ? undefined : valueAt(turns.past, lost.turn - 1)
  const reason = liveness(state, now).reason ?? 'the process ended'
  return { status: turn?.interrupted ? 'interrupted' : 'lost', text: reason, costUsd: 0 }
}

function ofTurn({ turns }: SessionState, number: number): Outcome | undefined {
  const turn = valueAt(turns.past, number - 1)
  if (!turn) return undefined
  if (!turn.result)
    return { status: 'lost', text: 'the turn ended without a result', costUsd: 0, turn: number }
  const { status, text, costUsd } = turn.result
  return { status, text, costUsd, turn: number }
}
