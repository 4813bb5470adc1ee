/** When a prompt that is held until the turn is over goes out. */
import { lastValue } from '../list.ts'
import type { SessionState } from '../session-state.ts'
import { heldPrompts, type OpenPrompt, waiting } from './prompts.ts'

/** A turn runs, or a prompt that was sent waits. */
export function isBusy({ turns, prompts }: SessionState): boolean {
  return turns.current !== null || waiting(prompts).length > 0
}

/**
 * The held prompt that is to be sent now. None goes to a CLI that has not answered `initialize` or begun to work, except
 * the first one of a session: it need not wait.
 */
export function nextHeld(state: SessionState, { isFirst = false } = {}): OpenPrompt | undefined {
  const [next] = heldPrompts(state.prompts)
  if (!next || isBusy(state)) return undefined
  return isFirst || isUnderWay(state) ? next : undefined
}

/** A host that takes over a process that never ran has the state of the one before. */
function isUnderWay({ process, turns }: SessionState): boolean {
  if (process.status !== 'running') return false
  return process.initializedAt !== undefined || lastValue(turns.past)?.generation === process.generation
}
