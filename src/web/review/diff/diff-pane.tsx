/** The lines of a file with its comments, as a virtual list: a file of any length costs what is visible. */
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { VList, type VListHandle } from 'virtua'
import type { ReviewDiff, ReviewScope } from '../../../api/review-files.ts'
import type { DiffLine } from '../../diff/lines.ts'
import { useShortcuts } from '../../keys/keys.ts'
import { Button } from '../../ui/button.tsx'
import { MoreIcon } from '../../ui/icons.ts'
import { count } from '../../ui/numbers.ts'
import { CommentCard } from '../comments/comment-card.tsx'
import { CommentField } from '../comments/comment-field.tsx'
import { type KeptComment, useOpenComment } from '../comments/kept-comments.ts'
import { linesOfChange, placeOfLine, withLine } from '../comments/line-range.ts'
import type { FileDiff, ShownLines } from './file-diff.ts'
import { LineRow, PairRow } from './line-row.tsx'
import { type LineName, type Row, rowsOf } from './rows.ts'
import './diff-pane.css'

interface Props {
  session: string
  scope: ReviewScope
  path: string
  answer: ReviewDiff
  diff: FileDiff
  shown: ShownLines
  isSplit: boolean
  comments: readonly KeptComment[]
  /** Stages a change of the file, where that is possible. */
  onStage: ((change: number) => void) | undefined
  /** Takes a change of the file back, where that is possible. */
  onRevert: ((change: number) => void) | undefined
}

const LINE_HEIGHT = 20

export function DiffPane(props: Props) {
  const { session, scope, path, answer, diff, shown, isSplit, comments, onStage, onRevert } = props
  const [open, setOpen] = useOpenComment(session)
  const [folds, setFolds] = useState<ReadonlySet<number>>(new Set())
  const [current, setCurrent] = useState<number>()
  const list = useRef<VListHandle>(null)
  const own = open?.path === path ? open : undefined
  const isPast = scope.scope === 'turn'
  const field: LineName | undefined = own && `${own.side} ${own.last}`
  const below = useMemo(() => commentsByLine(comments, isPast), [comments, isPast])
  const { rows, changeRows } = useMemo(
    () => rowsOf(diff, { isSplit, open: folds, comments: below, field }),
    [diff, isSplit, folds, below, field],
  )
  const latest = useRef({ open, diff })
  latest.current = { open, diff }
  const onComment = useCallback(
    (line: DiffLine, isMore: boolean) =>
      setOpen(withLine(latest.current.open, { path, diff: latest.current.diff, line, isMore })),
    [path, setOpen],
  )
  const goTo = (change: number) => {
    const row = changeRows[change]
    if (row === undefined) return
    setCurrent(change)
    list.current?.scrollToIndex(row, { align: 'start', offset: -3 * LINE_HEIGHT })
  }
  const step = (by: number) => {
    const next = current === undefined ? (by > 0 ? 0 : changeRows.length - 1) : current + by
    goTo(next)
  }
  const comment = () => {
    const change = diff.changes[current ?? 0]
    const lines = change && linesOfChange(path, diff, change)
    if (lines) setOpen({ ...lines, text: own?.text ?? '' })
  }
  const fieldRow = rows.findIndex(({ kind }) => kind === 'field')
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens somewhere else
  useEffect(() => {
    if (fieldRow >= 0) list.current?.scrollToIndex(fieldRow, { align: 'nearest' })
  }, [field])
  useShortcuts('Review', [
    { key: 'n', does: 'next change', run: () => step(1) },
    { key: 'p', does: 'change before', run: () => step(-1) },
    { key: 'c', does: 'comment on the change', run: comment },
  ])
  const changeAt = useMemo(() => new Map(changeRows.map((row, change) => [row, change])), [changeRows])
  const isInside = (at: number | undefined) => {
    const change = current === undefined ? undefined : diff.changes[current]
    return at !== undefined && change !== undefined && at >= change.from && at < change.to
  }
  const isCommented = (line: DiffLine | undefined) => {
    const place = own && line && placeOfLine(line)
    return (
      place !== undefined &&
      own !== undefined &&
      place.side === own.side &&
      place.line >= own.first &&
      place.line <= own.last
    )
  }
  const toolOf = (row: number): ReactNode => {
    const change = changeAt.get(row)
    if (change === undefined || !onRevert) return undefined
    return (
      <span className="line-tools">
        {onStage && (
          <Button size="small" onClick={() => onStage(change)}>
            Stage change
          </Button>
        )}
        <Button size="small" onClick={() => onRevert(change)}>
          Revert change
        </Button>
      </span>
    )
  }
  const rowView = (row: Row, index: number): ReactNode => {
    switch (row.kind) {
      case 'line': {
        const line = shown.line(row.at)
        const isPair = isSplit && line?.kind === 'same'
        if (!line) return <div />
        if (isPair)
          return (
            <PairRow
              old={line}
              now={line}
              commented={isCommented(line) ? 'new' : undefined}
              isCurrent={false}
              onComment={onComment}
            />
          )
        return (
          <LineRow
            line={line}
            isCommented={isCommented(line)}
            isCurrent={isInside(row.at)}
            tool={toolOf(index)}
            onComment={onComment}
          />
        )
      }
      case 'pair': {
        const [old, now] = [row.old, row.now].map((at) => (at === undefined ? undefined : shown.line(at)))
        return (
          <PairRow
            old={old}
            now={now}
            commented={isCommented(old) ? 'old' : isCommented(now) ? 'new' : undefined}
            isCurrent={isInside(row.old ?? row.now)}
            tool={toolOf(index)}
            onComment={onComment}
          />
        )
      }
      case 'fold':
        return (
          <button type="button" className="line-fold" onClick={() => setFolds(new Set(folds).add(row.from))}>
            <MoreIcon />
            Show {count(row.to - row.from)} {row.to - row.from === 1 ? 'line' : 'lines'}
          </button>
        )
      case 'gap':
        return (
          <p className="line-fold">
            <MoreIcon />
            {count(row.count)} unchanged lines
          </p>
        )
      case 'comments':
        return (
          <div className="line-comments" data-split={isSplit}>
            {row.ids.map((id) => {
              const comment = comments.find((it) => it.id === id)
              return comment && own?.id !== id && <CommentCard key={id} session={session} comment={comment} />
            })}
          </div>
        )
      case 'field':
        return (
          <div className="line-comments" data-split={isSplit}>
            {own && <CommentField session={session} scope={scope} open={own} />}
          </div>
        )
      case 'end':
        return (
          <p className="line-fold">
            {answer.isCut ? 'The rest is left out: the diff is too long' : 'End of file'}
          </p>
        )
    }
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list makes its own elements
    <div className="diff-pane" role="region" aria-label={`Diff of ${path}`}>
      {diff.notes.length > 0 && <p className="diff-note">{diff.notes.join('\n')}</p>}
      {rows.length === 0 && <p className="diff-note">No line differs.</p>}
      <VList ref={list} data={rows} itemSize={LINE_HEIGHT} tabIndex={0}>
        {(row, index) => (
          <div key={keyOfRow(row, index)} className="diff-row">
            {rowView(row, index)}
          </div>
        )}
      </VList>
    </div>
  )
}

/** A row keeps its key when comments open above it. */
function keyOfRow(row: Row, index: number): string {
  switch (row.kind) {
    case 'line':
      return `line ${row.at}`
    case 'pair':
      return `pair ${row.old} ${row.now}`
    case 'fold':
      return `fold ${row.from}`
    case 'comments':
      return `comments ${row.ids.join(' ')}`
    case 'gap':
      return `gap ${index}`
    default:
      return row.kind
  }
}

/** At the lines' places now, except in a turn, which shows the files as they were then. */
function commentsByLine(
  comments: readonly KeptComment[],
  isPast: boolean,
): ReadonlyMap<LineName, readonly string[]> {
  const found = new Map<LineName, string[]>()
  for (const { id, side, last, place } of comments) {
    const name: LineName = `${side} ${isPast ? last : (place?.last ?? last)}`
    found.set(name, [...(found.get(name) ?? []), id])
  }
  return found
}
