/** The review of a session's changes: its files, the lines of one of them with comments, and what git does with them. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import type { SessionState } from '../../state/session-state.ts'
import { useShortcuts } from '../keys/keys.ts'
import { useKept } from '../store/fetched.ts'
import { PHONE, useMedia } from '../store/media.ts'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { type KeptComment, refreshComments, useComments } from './comments/kept-comments.ts'
import { SendComments } from './comments/send-comments.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { FilePane } from './file-pane.tsx'
import { NeedsAnswer } from './needs-answer.tsx'
import { ReviewBar } from './review-bar.tsx'
import { nameOfScope, useScope } from './scope.ts'
import { byFolder, ownFirst } from './tree/order.ts'
import { TreePane } from './tree/tree-pane.tsx'
import { useReviewFiles } from './use-review-files.ts'
import { useViewed } from './viewed.ts'
import './review.css'

interface Props {
  summary: SessionSummary
  state: SessionState
}

const NO_COMMENTS: readonly KeptComment[] = []

export function Review({ summary, state }: Props) {
  const { id } = summary
  const [scope, setScope] = useScope()
  const turns = state.turns.past.size
  const { value, error, isPending, again } = useReviewFiles(id, scope)
  const ask = useCallback(() => {
    again()
    refreshComments(id).catch(() => {})
  }, [again, id])
  useEveryTurn(turns, ask)
  const kept = useKept(value)
  const answer = value ?? (error === undefined ? kept : undefined)
  const [showsForeign, setShowsForeign] = useState(true)
  const { own, foreign } = useMemo(() => ownFirst(answer?.files ?? []), [answer])
  const files = useMemo(() => {
    const shown = [own, ...(showsForeign ? [foreign] : [])]
    return shown.flatMap((some) => byFolder(some).flatMap((it) => it.files))
  }, [own, foreign, showsForeign])
  const conflicted = files.filter((it) => it.status === 'conflicted').map(({ path }) => path)
  const isPhone = useMedia(PHONE)
  const viewed = useViewed(id)
  const comments = useComments(id)
  const byFile = useMemo(() => commentsByFile(comments), [comments])
  const [current, setCurrent] = useState<string>()
  const [isListShown, setListShown] = useState(true)
  const file = files.find(({ path }) => path === current) ?? files[0]
  const go = (path: string) => {
    setCurrent(path)
    setListShown(false)
  }
  const step = (by: number) => {
    const next = files[(file ? files.indexOf(file) : -1) + by]
    if (next) go(next.path)
  }
  const mark = () => {
    if (!file) return
    const isViewed = !viewed.has(file)
    viewed.set(file, isViewed)
    const next = isViewed && files.slice(files.indexOf(file) + 1).find((it) => !viewed.has(it))
    if (next) go(next.path)
  }
  useShortcuts('Review', [
    { key: 'j', does: 'next file', run: () => step(1) },
    { key: 'k', does: 'file before', run: () => step(-1) },
    { key: 'x', does: 'viewed, and on to the next file', run: mark },
    { key: 'r', does: 'ask git again', run: ask },
  ])
  if (answer && !answer.isRepository)
    return (
      <div className="panel">
        <Empty
          title={summary.worktree?.status === 'ended' ? 'Nothing to review any more' : 'Not a git repository'}
        >
          <p>{answer.note ?? 'What a session changes is told by git, and its folder is in no repository.'}</p>
        </Empty>
      </div>
    )
  return (
    <div className="review" data-list={isListShown} aria-busy={isPending}>
      <h2 className="unseen">Changes</h2>
      <TreePane
        files={files}
        foreign={foreign.length}
        showsForeign={showsForeign}
        onForeign={setShowsForeign}
        isKnown={answer !== undefined}
        isCounted={answer?.isCounted !== false}
        isPending={isPending}
        current={file?.path}
        viewed={viewed}
        comments={byFile}
        session={summary}
        scope={scope}
        turns={turns}
        note={answer?.note}
        onScope={setScope}
        onGo={go}
        onAgain={ask}
      />
      <div className="review-main">
        <Failure error={error} again={again} />
        <NeedsAnswer summary={summary} state={state} />
        <ConflictNote session={id} paths={conflicted} />
        {file && answer?.top !== undefined ? (
          <FilePane
            key={file.path}
            summary={summary}
            scope={scope}
            top={answer.top}
            file={file}
            isCounted={answer.isCounted !== false}
            isViewed={viewed.has(file)}
            onViewed={(isViewed) => viewed.set(file, isViewed)}
            comments={byFile.get(file.path) ?? NO_COMMENTS}
            onChanged={ask}
            onBack={() => setListShown(true)}
          />
        ) : (
          answer && (
            <div className="review-empty">
              <Empty title={foreign.length > 0 ? 'Nothing of this session' : 'Nothing changed'}>
                <p>
                  {foreign.length > 0
                    ? 'All changes in this folder were made by others.'
                    : (NOTHING[scope.scope] ?? nameOfScope(scope))}
                </p>
              </Empty>
            </div>
          )
        )}
        {isPhone && (
          <div className="review-send">
            <SendComments session={id} state={state} />
          </div>
        )}
        {answer && <ReviewBar summary={summary} state={state} onChanged={ask} />}
      </div>
    </div>
  )
}

const NOTHING = {
  base: 'The folder is as it was when the session began.',
  turn: 'The turn changed no file.',
  uncommitted: 'Everything is committed.',
} as const

function useEveryTurn(turns: number, run: () => void): void {
  const asked = useRef(turns)
  useEffect(() => {
    if (asked.current === turns) return
    asked.current = turns
    run()
  }, [turns, run])
}

export type CommentsByFile = ReadonlyMap<string, readonly KeptComment[]>

function commentsByFile(comments: readonly KeptComment[]): CommentsByFile {
  const found = new Map<string, KeptComment[]>()
  for (const comment of comments) found.set(comment.path, [...(found.get(comment.path) ?? []), comment])
  return found
}
