/** Which sessions stand in which column of the board. */
import type { SessionSummary } from '../../api/resources.ts'
import { byUrgency } from '../../api/session-order.ts'
import { isToReview } from '../sessions/session-sign.ts'

export interface Columns {
  readonly needsYou: readonly SessionSummary[]
  readonly working: readonly SessionSummary[]
  readonly toReview: readonly SessionSummary[]
  /** Finished since the person looked last, the latest first. */
  readonly done: readonly SessionSummary[]
  /** Finished or begun before, the latest first. */
  readonly older: readonly SessionSummary[]
}

/** `since`: when the person looked last. */
export function columnsOf(sessions: readonly SessionSummary[], since: number): Columns {
  const shown = sessions.filter(({ archived }) => !archived).sort(byUrgency)
  const resting = shown
    .filter(({ group }) => group === 'idle' || group === 'ended')
    .sort((a, b) => finishedAt(b) - finishedAt(a))
  const others = resting.filter((it) => !isToReview(it))
  return {
    // What can be decided comes before what has failed.
    needsYou: shown
      .filter(({ group }) => group === 'needs-you')
      .sort((a, b) => Number(b.pendingApprovals > 0) - Number(a.pendingApprovals > 0)),
    working: shown.filter(({ group }) => group === 'working'),
    toReview: resting.filter(isToReview),
    done: others.filter((it) => it.lastTurn !== undefined && finishedAt(it) > since),
    older: others.filter((it) => it.lastTurn === undefined || finishedAt(it) <= since),
  }
}

export function finishedAt({ lastTurn, createdAt }: SessionSummary): number {
  return lastTurn?.endedAt ?? createdAt
}
