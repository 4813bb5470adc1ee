/** The pull request of a session's branch: asked once there may be one, and again while its checks run and after each turn. */
import { useEffect } from 'react'
import type { SessionSummary } from '../../../api/resources.ts'
import type { PullRequestStatus } from '../../../api/review.ts'
import { api } from '../../store/connection.ts'
import { useFetched, useKept } from '../../store/fetched.ts'
import { isThere, worktreeTouched } from '../../worktree/status.ts'

const RUNNING_MS = 30_000
const RESTING_MS = 5 * 60_000

export type PullRequest = NonNullable<PullRequestStatus['request']>

export function usePullRequest(
  { id, worktree, branch, node }: Pick<SessionSummary, 'id' | 'worktree' | 'branch' | 'node'>,
  turns: number,
): PullRequest | undefined {
  const isAway = node?.awaySince !== undefined
  const isAsked = !isAway && (worktree ? isThere(worktree) : branch !== undefined)
  const { value, again } = useFetched(isAsked ? `pull request ${id} ${branch} ${turns}` : undefined, () =>
    api.call('getPullRequest', { params: { id } }),
  )
  const request = useKept(value)?.request
  useEffect(() => worktreeTouched.subscribe(again), [again])
  const isRunning = request?.checks.some(({ status }) => status === 'pending') ?? false
  const isOpen = request !== undefined && request.state !== 'merged' && request.state !== 'closed'
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(
      () => document.visibilityState === 'visible' && again(),
      isRunning ? RUNNING_MS : RESTING_MS,
    )
    return () => clearInterval(timer)
  }, [isOpen, isRunning, again])
  return isAsked ? request : undefined
}
