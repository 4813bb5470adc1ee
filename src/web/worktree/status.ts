/** A session's worktree compared with the branch that it began at: asked when it is shown, after each turn, and when it was touched. */
import { useEffect } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import type { WorktreeStatus } from '../../api/work.ts'
import { api } from '../store/connection.ts'
import { type Fetched, useFetched, useKept } from '../store/fetched.ts'
import { Signal } from '../store/signal.ts'

/** To notify after something was committed, merged or pushed from this page. */
export const worktreeTouched = new Signal()

/** `turns`: how many turns have ended. */
export function useWorktreeStatus(
  { id, worktree }: Pick<SessionSummary, 'id' | 'worktree'>,
  turns: number,
): Fetched<WorktreeStatus> {
  const isUsable = worktree !== undefined && isThere(worktree)
  const fetched = useFetched(isUsable ? `${id} ${turns}` : undefined, () =>
    api.call('getWorktree', { params: { id } }),
  )
  const { again } = fetched
  useEffect(() => worktreeTouched.subscribe(again), [again])
  const kept = useKept(fetched.value)
  return { ...fetched, value: isUsable ? kept : undefined }
}

/** Whether its folder can be worked with. */
export function isThere({ status }: NonNullable<SessionSummary['worktree']>): boolean {
  return status === 'created' || status === 'ready'
}
