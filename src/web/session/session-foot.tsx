/** Below the transcript: what waits for a person, and where one writes. */
import { useCallback, useMemo, useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import { type ApprovalView, approvalView } from '../../state/approvals/view.ts'
import type { SessionState } from '../../state/session-state.ts'
import { ApprovalCard } from '../approvals/approval-card.tsx'
import { ResolvedApprovals, useResolvedApprovals } from '../approvals/resolved-approvals.tsx'
import { Composer } from '../composer/composer.tsx'

export function SessionFoot({ summary, state }: { summary: SessionSummary; state: SessionState }) {
  const { id, title, cwd } = summary
  const { pending } = state.approvals
  const requests = useMemo(
    () => pending.map((approval) => approvalView({ id, title, cwd }, approval)),
    [pending, id, title, cwd],
  )
  const [wanted, setWanted] = useState<string>()
  const takeKeys = useCallback((request: ApprovalView) => setWanted(request.id), [])
  const current = requests.find((it) => it.id === wanted) ?? requests[0]
  const vanished = useResolvedApprovals(requests)
  return (
    <div className="session-foot" tabIndex={-1}>
      <ResolvedApprovals requests={vanished} />
      {requests.length > 0 && (
        <section className="session-approvals" aria-label="Waits for you">
          {requests.map((request) => (
            <ApprovalCard
              key={request.id}
              request={request}
              hasKeys={request === current}
              onFocus={takeKeys}
            />
          ))}
        </section>
      )}
      <Composer summary={summary} state={state} />
    </div>
  )
}
