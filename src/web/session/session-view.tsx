import { lazy, Suspense, useMemo } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import type { SessionState } from '../../state/session-state.ts'
import { SessionApprovals } from '../approvals/session-approvals.tsx'
import { Composer } from '../composer/composer.tsx'
import type { Route } from '../router.ts'
import { PHONE, useMedia } from '../store/media.ts'
import { useGone, useLive, useSession, useSummary } from '../store/use-live.ts'
import { TranscriptView } from '../transcript/transcript-view.tsx'
import { Empty } from '../ui/empty.tsx'
import { lazyView } from '../ui/lazy-view.tsx'
import { Link } from '../ui/link.tsx'
import { SessionHead } from './session-head.tsx'
import { changedFiles } from './side/changed-files.ts'
import { SidePanel } from './side/side-panel.tsx'
import { useSidePanel } from './side/use-side-panel.ts'
import './session.css'

const SendComments = lazy(async () => ({
  default: (await import('../review/comments/send-comments.tsx')).SendComments,
}))
const SetupNote = lazy(async () => ({ default: (await import('../worktree/setup-note.tsx')).SetupNote }))
const LOADING = <p className="loading">Loading…</p>
const Review = lazyView(async () => (await import('../review/review.tsx')).Review, LOADING)
const Inspector = lazyView(async () => (await import('../inspector/inspector.tsx')).Inspector, LOADING)

export function SessionView({ route: { id, tab, seq } }: { route: Extract<Route, { view: 'session' }> }) {
  const state = useSession(id)
  const summary = useSummary(id)
  const gone = useGone(id)
  const { sessions } = useLive()
  const { isOpen } = useSidePanel()
  const isPhone = useMedia(PHONE)
  const cwd = summary?.cwd ?? ''
  const { edits, approvals } = state
  const files = useMemo(() => changedFiles({ edits, approvals }, cwd), [edits, approvals, cwd])
  if (gone || (sessions && !summary)) {
    return (
      <Empty title="Session not found" isPage>
        <p>{gone ?? 'This host has no session with this id. It may have been deleted.'}</p>
        <Link className="button" href="/">
          Open the board
        </Link>
      </Empty>
    )
  }
  if (!summary || state.seq === 0) return <p className="loading">Loading the session…</p>
  return (
    <div className="session">
      <SessionHead
        summary={summary}
        state={state}
        tab={tab}
        changed={files.length}
        tools={
          tab === 'changes' &&
          !isPhone && (
            <Suspense>
              <SendComments session={id} state={state} />
            </Suspense>
          )
        }
      />
      {tab === 'transcript' ? (
        <div className="session-body">
          <div className="session-thread">
            <h2 className="unseen">Transcript</h2>
            <TranscriptView id={id} state={state} {...(seq !== undefined && { seq })} />
            <SessionFoot summary={summary} state={state} />
          </div>
          {isOpen && <SidePanel summary={summary} state={state} files={files} />}
        </div>
      ) : tab === 'changes' ? (
        <Review summary={summary} state={state} />
      ) : (
        <Inspector summary={summary} state={state} />
      )}
    </div>
  )
}

function SessionFoot({ summary, state }: { summary: SessionSummary; state: SessionState }) {
  return (
    <div className="session-foot" tabIndex={-1}>
      {summary.worktree?.setup && (
        <Suspense>
          <SetupNote summary={summary} />
        </Suspense>
      )}
      <SessionApprovals summary={summary} state={state} />
      <Composer summary={summary} state={state} />
    </div>
  )
}
