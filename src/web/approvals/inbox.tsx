/** The pending approvals of all sessions; the session that has waited longest comes first. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ApprovalView } from '../../state/approvals/view.ts'
import { useShortcuts } from '../keys/keys.ts'
import { sessionAddress } from '../router.ts'
import { PHONE, useMedia } from '../store/media.ts'
import { useLive } from '../store/use-live.ts'
import { Count } from '../ui/count.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Page } from '../ui/page.tsx'
import { requestKey } from './answer.ts'
import { ApprovalCard } from './approval-card.tsx'
import { bySession } from './by-session.ts'
import { RequestPager } from './request-pager.tsx'
import { ResolvedApprovals, useResolvedApprovals } from './resolved-approvals.tsx'

export function Inbox() {
  const { approvals, sessions } = useLive()
  const groups = useMemo(() => bySession(approvals), [approvals])
  const order = groups.flatMap(({ requests }) => requests)
  const resolved = useResolvedApprovals(approvals)
  const [wanted, setWanted] = useState<string>()
  const place = useRef(0)
  const found = order.findIndex((it) => requestKey(it) === wanted)
  // When the card with the keys is gone, the one that takes its place gets them.
  const index = found >= 0 ? found : Math.max(0, Math.min(place.current, order.length - 1))
  const current = order[index]
  const key = current && requestKey(current)
  useEffect(() => {
    place.current = index
    if (key !== undefined) setWanted(key)
  }, [index, key])
  const takeKeys = useCallback((request: ApprovalView) => setWanted(requestKey(request)), [])
  const step = (by: number) => {
    const next = order[index + by]
    if (!next) return
    setWanted(requestKey(next))
    document.getElementById(elementId(requestKey(next)))?.scrollIntoView({ block: 'nearest' })
  }
  useShortcuts(
    'Inbox',
    order.length > 1
      ? [
          { key: 'j', does: 'next in the inbox', run: () => step(1) },
          { key: 'k', does: 'previous in the inbox', run: () => step(-1) },
          { key: 'ArrowDown', does: 'next in the inbox', run: () => step(1) },
          { key: 'ArrowUp', does: 'previous in the inbox', run: () => step(-1) },
        ]
      : [],
  )
  // A phone shows one request at a time.
  const shown = useMedia(PHONE)
    ? groups
        .map((group) => ({ ...group, requests: group.requests.filter((it) => it === current) }))
        .filter(({ requests }) => requests.length > 0)
    : groups
  return (
    <Page title="Inbox" tools={order.length > 0 && <Count value={order.length} tone="needs-you" />}>
      <ResolvedApprovals requests={resolved} />
      {order.length === 0 && (
        <Empty title={sessions ? 'Nothing needs your answer' : 'Connecting to the host…'}>
          {sessions && <p>Approvals and questions of all sessions appear here as soon as they are asked.</p>}
        </Empty>
      )}
      <RequestPager position={index} count={order.length} onStep={step}>
        {shown.map(({ session, title, requests }) => (
          <section key={session} className="inbox-group" aria-label={title || 'Untitled'}>
            <h2 className="row">
              <Link className="cut" href={sessionAddress(session)}>
                {title || 'Untitled'}
              </Link>
            </h2>
            {requests.map((request) => (
              <div key={request.id} id={elementId(requestKey(request))}>
                <ApprovalCard
                  request={request}
                  hasKeys={requestKey(request) === key}
                  position={{ number: order.indexOf(request) + 1, count: order.length }}
                  onFocus={takeKeys}
                />
              </div>
            ))}
          </section>
        ))}
      </RequestPager>
    </Page>
  )
}

const elementId = (key: string): string => `inbox ${key}`.replaceAll(' ', '-')
