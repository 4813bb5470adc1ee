/** The approvals of one session, above its message field. */
import { useCallback, useMemo, useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import { type ApprovalView, approvalView } from '../../state/approvals/view.ts'
import type { SessionState } from '../../state/session-state.ts'
import { PHONE, useMedia } from '../store/media.ts'
import { ApprovalCard } from './approval-card.tsx'
import { RequestPager } from './request-pager.tsx'
import { ResolvedApprovals, useResolvedApprovals } from './resolved-approvals.tsx'

interface Props {
  summary: SessionSummary
  state: SessionState
  /** Whether letters answer the request in view. False where they do something else. */
  hasKeys?: boolean
}

export function SessionApprovals({ summary: { id, title, cwd }, state, hasKeys = true }: Props) {
  const { pending } = state.approvals
  const requests = useMemo(
    () => pending.map((approval) => approvalView({ id, title, cwd }, approval)),
    [pending, id, title, cwd],
  )
  const [wanted, setWanted] = useState<string>()
  const takeKeys = useCallback((request: ApprovalView) => setWanted(request.id), [])
  const position = Math.max(
    0,
    requests.findIndex((it) => it.id === wanted),
  )
  const current = requests[position]
  const resolved = useResolvedApprovals(requests)
  const isPhone = useMedia(PHONE)
  return (
    <>
      <ResolvedApprovals requests={resolved} />
      {requests.length > 0 && (
        <section className="session-approvals" aria-label="Needs your answer">
          <RequestPager
            position={position}
            count={requests.length}
            onStep={(by) => {
              const next = requests[position + by]
              if (next) takeKeys(next)
            }}
          >
            {requests.map(
              (request, index) =>
                (!isPhone || request === current) && (
                  <ApprovalCard
                    key={request.id}
                    request={request}
                    hasKeys={hasKeys && request === current}
                    position={{ number: index + 1, count: requests.length }}
                    onFocus={takeKeys}
                  />
                ),
            )}
          </RequestPager>
        </section>
      )}
    </>
  )
}
