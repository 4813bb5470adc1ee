import type { ApprovalView, SessionSummary } from '../../api/resources.ts'

export interface Known {
  readonly approvals: readonly ApprovalView[]
  readonly sessions: readonly SessionSummary[]
}
export interface News {
  /** A later notification with the same key replaces it. */
  readonly key: string
  readonly session: string
  readonly title: string
  readonly body: string
}

export function newsBetween(before: Known, now: Known, words: (approval: ApprovalView) => string): News[] {
  const known = new Set(before.approvals.map(keyOf))
  const asked = now.approvals
    .filter((it) => !known.has(keyOf(it)))
    .map((it) => ({
      key: keyOf(it),
      session: it.session,
      title: `${it.sessionTitle || 'A session'} needs you`,
      body: words(it),
    }))
  // Changes arrive in batches: between an answer and the end of its turn, no list may have shown the session as working.
  const active = new Set(
    before.sessions
      .filter(({ group, pendingApprovals }) => group === 'working' || pendingApprovals > 0)
      .map(({ id }) => id),
  )
  const ended = now.sessions.flatMap((session) => {
    const { id, title, group, lastLine, liveness, pendingApprovals } = session
    if (!active.has(id) || group === 'working' || pendingApprovals > 0) return []
    const isTrouble = group === 'needs-you'
    return [
      {
        key: `ended ${id}`,
        session: id,
        title: `${title || 'A session'} ${isTrouble ? 'needs you' : 'is done'}`,
        body: isTrouble ? liveness.words : lastLine,
      },
    ]
  })
  return [...asked, ...ended]
}

const keyOf = ({ session, id }: ApprovalView): string => `${session} ${id}`
