/** The first page: what needs the person, what works, what is to be reviewed, and what has finished since the last look. */
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import { requestKey } from '../approvals/answer.ts'
import { ResolvedApprovals, useResolvedApprovals } from '../approvals/resolved-approvals.tsx'
import { useShortcuts } from '../keys/keys.ts'
import { useUnread } from '../sessions/seen.ts'
import { useStored } from '../store/stored.ts'
import { useLive } from '../store/use-live.ts'
import { Button } from '../ui/button.tsx'
import { Count } from '../ui/count.tsx'
import { ApprovalIcon, type Icon, ReviewIcon, SuccessIcon, WorkingIcon } from '../ui/icons.ts'
import { KeyHint } from '../ui/kbd.tsx'
import type { Tone } from '../ui/tone.ts'
import { BoardHead } from './board-head.tsx'
import type { CardProps } from './card-parts.tsx'
import { columnsOf } from './columns.ts'
import { CostByProject } from './cost-list.tsx'
import { useCostToday } from './cost-today.ts'
import { useLastLook } from './last-look.ts'
import { NeedsCard } from './needs-card.tsx'
import { DoneRow, ReviewCard, WorkingCard } from './work-cards.tsx'
import '../approvals/approvals.css'
import './board.css'

const WorktreesLeft = lazy(async () => ({
  default: (await import('../projects/worktrees-left.tsx')).WorktreesLeft,
}))

export function Board({ sessions }: { sessions: readonly SessionSummary[] }) {
  const { approvals } = useLive()
  const [project, setProject] = useStored('board-project')
  const since = useLastLook()
  const [showsOlder, setShowsOlder] = useState(false)
  const isUnread = useUnread()
  const cost = useCostToday(sessions)
  const resolved = useResolvedApprovals(approvals)
  const isKnown = sessions.some((it) => it.project.path === project)
  const shown = isKnown ? sessions.filter((it) => it.project.path === project) : sessions
  const columns = useMemo(() => columnsOf(shown, since), [shown, since])
  const { needsYou, working, toReview, done, older } = columns
  const finished = showsOlder ? [...done, ...older] : done
  const others = [...working, ...toReview, ...finished]
  const order = [...needsYou.map(needKey), ...others.map(otherKey)]
  const { current, isMoving, choose, step } = useCurrent(order, needsYou.length > 0)
  useShortcuts('Board', [
    { key: 'j', does: 'next card', run: () => step(1) },
    { key: 'k', does: 'previous card', run: () => step(-1) },
  ])
  const card = (session: SessionSummary): CardProps => ({
    session,
    isCurrent: current === needKey(session) || current === otherKey(session),
    takesFocus: isMoving,
    onFocus: choose,
  })
  const requestOf = (id: string) => approvals.find(({ session }) => session === id)
  return (
    <div className="board">
      <BoardHead
        sessions={sessions}
        project={isKnown ? project : undefined}
        onProject={setProject}
        cost={cost}
        beside={[...needsYou, ...others].slice(0, 2).map(({ id }) => id)}
      />
      <Suspense>
        <WorktreesLeft />
      </Suspense>
      <ResolvedApprovals requests={resolved} />
      <div className="board-columns">
        <Column
          name="Needs you"
          icon={ApprovalIcon}
          tone="needs-you"
          count={needsYou.length}
          isEmpty={needsYou.length === 0}
          empty="No session needs you."
          hint={
            order.length > 1 && (
              <span className="board-keys soft">
                <KeyHint name="j" />
                <KeyHint name="k" /> move
              </span>
            )
          }
        >
          {needsYou.map((session) => {
            const request = requestOf(session.id)
            return (
              <NeedsCard
                key={request ? requestKey(request) : session.id}
                {...card(session)}
                request={request}
              />
            )
          })}
        </Column>
        <Column
          name="Working"
          icon={WorkingIcon}
          tone="working"
          count={working.length}
          isEmpty={working.length === 0}
          empty="No session is working."
        >
          {working.map((session) => (
            <WorkingCard key={session.id} {...card(session)} />
          ))}
        </Column>
        {toReview.length > 0 && (
          <Column
            name="Ready for review"
            icon={ReviewIcon}
            tone="success"
            count={toReview.length}
            isEmpty={false}
          >
            {toReview.map((session) => (
              <ReviewCard key={session.id} {...card(session)} isUnread={isUnread(session)} />
            ))}
          </Column>
        )}
        <Column
          name="Done"
          icon={SuccessIcon}
          tone="neutral"
          since={since}
          isEmpty={finished.length === 0}
          empty={older.length > 0 ? 'Nothing has finished since.' : 'No session has finished.'}
          foot={cost && <CostByProject cost={cost} />}
        >
          {finished.map((session) => (
            <DoneRow key={session.id} {...card(session)} />
          ))}
          {older.length > 0 && (
            <Button
              kind="quiet"
              size="small"
              className="board-older"
              onClick={() => setShowsOlder(!showsOlder)}
            >
              {showsOlder ? 'Hide older' : `Show ${older.length} older`}
            </Button>
          )}
        </Column>
      </div>
    </div>
  )
}

interface ColumnProps {
  name: string
  icon: Icon
  tone: Tone
  count?: number
  since?: number
  isEmpty: boolean
  empty?: string
  hint?: ReactNode
  foot?: ReactNode
  children: ReactNode
}

function Column({
  name,
  icon: Shown,
  tone,
  count,
  since,
  isEmpty,
  empty,
  hint,
  foot,
  children,
}: ColumnProps) {
  return (
    <section className="board-column" aria-label={name} data-column={name}>
      <header className="board-column-head">
        <span className="session-sign" data-tone={tone}>
          <Shown />
        </span>
        <h2>{name}</h2>
        {since !== undefined && <span className="soft">since {momentWords(since)}</span>}
        {count !== undefined && count > 0 && (
          <Count value={count} {...(tone === 'needs-you' && { tone: 'needs-you' as const })} />
        )}
        <span className="grow" />
        {hint}
      </header>
      <div className="board-column-body">
        {children}
        {isEmpty && empty && <p className="soft board-empty">{empty}</p>}
      </div>
      {foot}
    </section>
  )
}

/** A time of today, or the day. */
function momentWords(at: number): string {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date().toDateString()
  return isToday
    ? date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
    : date.toLocaleDateString([], { day: 'numeric', month: 'short' })
}

/** A session that needs the person has another card than when it works on: the keys stay with those that need the person. */
const needKey = ({ id }: SessionSummary): string => `needs ${id}`
const otherKey = ({ id }: SessionSummary): string => `other ${id}`

/** Which card `j` and `k` have chosen. When it is gone, the one that takes its place is the current one. */
function useCurrent(order: readonly string[], hasNeeds: boolean) {
  const [wanted, setWanted] = useState<string>()
  const [isMoving, setMoving] = useState(false)
  const place = useRef(0)
  const found = wanted === undefined ? -1 : order.indexOf(wanted)
  const index = found >= 0 ? found : Math.min(place.current, order.length - 1)
  // Without a request the keys have nothing to decide, and no card is marked before one is chosen.
  const current = hasNeeds || wanted !== undefined ? order[index] : undefined
  useEffect(() => {
    place.current = Math.max(0, index)
  }, [index])
  const latest = useRef(order)
  latest.current = order
  const choose = useCallback(
    (id: string) => setWanted(latest.current.find((key) => key.endsWith(` ${id}`))),
    [],
  )
  const step = (by: number) => {
    const next = order[current === undefined ? 0 : index + by]
    if (next === undefined) return
    setMoving(true)
    setWanted(next)
  }
  return { current, isMoving, choose, step }
}
