/**
 * Waits until nothing goes on in a session any more: no turn, no task in the background, and no turn that the CLI starts
 * by itself after one of them has ended. Starts nothing and ends nothing.
 */
import type { SessionState } from '../../state/session-state.ts'
import { outstanding } from '../../state/turns/outstanding.ts'

/** A turn of the CLI's own begins within milliseconds of the end of a task, and so does the message that none follows. */
const TURN_COMES_WITHIN = 1000

export interface Watched {
  readonly state: SessionState
  onChange(listener: (state: SessionState) => void): () => void
}

/** No task runs, and no turn runs or may follow. A CLI that says when it is idle may not have said so yet. */
export function isSettled(state: SessionState): boolean {
  const { tasks, turn } = outstanding(state)
  return tasks.length === 0 && turn === null
}

/** Resolves when the session has settled, or with the signal. While the process is gone it does not resolve by itself. */
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
