import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import { type ApprovalView, approvalView } from '../../state/approvals/view.ts'
import type { SessionState } from '../../state/session-state.ts'
import { ApprovalCard } from '../approvals/approval-card.tsx'
import { ResolvedApprovals, useResolvedApprovals } from '../approvals/resolved-approvals.tsx'
import { Composer } from '../composer/composer.tsx'
import type { Route } from '../router.ts'
import { useGone, useLive, useSession, useSummary } from '../store/use-live.ts'
import { TranscriptView } from '../transcript/transcript-view.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { SessionHead } from './session-head.tsx'
import './session.css'

const Changes = lazy(async () => ({ default: (await import('../changes/changes.tsx')).Changes }))
const Inspector = lazy(async () => ({ default: (await import('../inspector/inspector.tsx')).Inspector }))

export function SessionView({ route: { id, tab, seq } }: { route: Extract<Route, { view: 'session' }> }) {
  const state = useSession(id)
  const summary = useSummary(id)
  const gone = useGone(id)
  const { sessions } = useLive()
  if (gone || (sessions && !summary)) {
    return (
      <Empty title="This session is not here">
        <p>{gone ?? 'The host has none with this id. It may have been deleted.'}</p>
        <Link className="button" href="/">
          All sessions
        </Link>
      </Empty>
    )
  }
  if (!summary || state.seq === 0) return <p className="loading">Loading the session…</p>
  return (
    <div className="session">
      <SessionHead summary={summary} state={state} tab={tab} />
      {tab === 'transcript' ? (
        <>
          <TranscriptView id={id} state={state} {...(seq !== undefined && { seq })} />
          <SessionFoot summary={summary} state={state} />
        </>
      ) : (
        <Suspense fallback={<p className="loading">Loading…</p>}>
          {tab === 'changes' ? (
            <Changes id={id} seq={state.seq} />
          ) : (
            <Inspector summary={summary} state={state} />
          )}
        </Suspense>
      )}
    </div>
  )
}

function SessionFoot({ summary, state }: { summary: SessionSummary; state: SessionState }) {
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
