/** Approvals that were pending a moment ago: each shows for a short while how it ended. */
import { useEffect, useRef, useState } from 'react'
import { byId } from '../../state/approvals/approvals.ts'
import { type ApprovalView, approvalTitle } from '../../state/approvals/view.ts'
import { useSession } from '../store/use-live.ts'
import { requestKey, useOwnAnswer } from './answer.ts'
import { closedWords } from './closed-words.ts'

const SHOWN_MS = 8000

export function useResolvedApprovals(present: readonly ApprovalView[]): readonly ApprovalView[] {
  const [resolved, setResolved] = useState<readonly ApprovalView[]>([])
  const before = useRef(present)
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const still = new Set(present.map(requestKey))
    const lost = before.current.filter((it) => !still.has(requestKey(it)))
    before.current = present
    if (lost.length === 0) return
    setResolved((known) => [...known, ...lost])
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      setResolved((known) => known.filter((it) => !lost.includes(it)))
    }, SHOWN_MS)
    timers.current.add(timer)
  }, [present])
  useEffect(
    () => () => {
      for (const timer of timers.current) clearTimeout(timer)
    },
    [],
  )
  return resolved
}

export function ResolvedApprovals({ requests }: { requests: readonly ApprovalView[] }) {
  return (
    <div role="status" className="approval-notes">
      {requests.map((request) => (
        <ClosedNote key={requestKey(request)} request={request} />
      ))}
    </div>
  )
}

function ClosedNote({ request }: { request: ApprovalView }) {
  const state = useSession(request.session)
  const own = useOwnAnswer(request)
  if (state.seq === 0) return null
  return (
    <p className="approval-note">
      <strong>{approvalTitle(request)}</strong> {closedWords(byId(state, request.id), own)}
    </p>
  )
}
