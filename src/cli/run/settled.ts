/**
 * Waits until a session is at rest: no turn, no background task, and no turn that the CLI starts by itself after one of
 * them has ended. Starts nothing and ends nothing.
 */
import type { SessionState } from '../../state/session-state.ts'
import { outstanding } from '../../state/turns/outstanding.ts'

/** After a task, the CLI starts its own turn, or reports that none follows, within milliseconds. */
const TURN_COMES_WITHIN = 1000

export interface Watched {
  readonly state: SessionState
  onChange(listener: (state: SessionState) => void): () => void
}

/** No task runs, and no turn runs or may follow. The CLI may not have reported idle yet. */
export function isSettled(state: SessionState): boolean {
  const { tasks, turn } = outstanding(state)
  return tasks.length === 0 && turn === null
}

/** Resolves when the session has settled, or on abort. Does not resolve while there is no process. */
export function untilSettled(
  session: Watched,
  signal: AbortSignal,
  turnComesWithin = TURN_COMES_WITHIN,
): Promise<void> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    const end = () => {
      clearTimeout(timer)
      removeListener()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const check = () => {
      clearTimeout(timer)
      const { state } = session
      const { tasks, turn, isAtWork } = outstanding(state)
      if (tasks.length > 0 || turn === 'running' || state.process.status !== 'running') return
      if (turn === null && !isAtWork) end()
      else timer = setTimeout(end, turnComesWithin)
    }
    const removeListener = session.onChange(check)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    else check()
  })
}
