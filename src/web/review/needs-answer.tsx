/**
 * While changes are reviewed the session may ask something, such as after comments were sent. It is answered here, by clicks: the
 * letters that answer elsewhere are those of the review.
 */
import { useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import type { SessionState } from '../../state/session-state.ts'
import { SessionApprovals } from '../approvals/session-approvals.tsx'
import { Button } from '../ui/button.tsx'
import { ApprovalIcon } from '../ui/icons.ts'

export function NeedsAnswer({ summary, state }: { summary: SessionSummary; state: SessionState }) {
  const [isOpen, setOpen] = useState(false)
  const count = state.approvals.pending.length
  if (count === 0) return null
  return (
    <div className="review-needs">
      <p className="row" role="status">
        <ApprovalIcon />
        <span className="grow">
          {count === 1 ? 'A request of the session waits' : `${count} requests of the session wait`} for your
          answer.
        </span>
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Later' : 'Answer'}
        </Button>
      </p>
      {isOpen && <SessionApprovals summary={summary} state={state} hasKeys={false} />}
    </div>
  )
}
