/** One line of a diff, or two beside each other. The numbers are buttons: a click comments on the line. */
import { type MouseEvent, memo, type ReactNode } from 'react'
import { LineSign, lineText } from '../../diff/line-text.tsx'
import type { DiffLine } from '../../diff/lines.ts'
import { count } from '../../ui/numbers.ts'

interface LineActions {
  /** `isMore`: all lines up to this one. */
  readonly onComment: (line: DiffLine, isMore: boolean) => void
}

interface Props extends LineActions {
  line: DiffLine
  isCommented: boolean
  isCurrent: boolean
  tool?: ReactNode
}

export const LineRow = memo(function LineRow({ line, isCommented, isCurrent, tool, onComment }: Props) {
  return (
    <div className="line" data-kind={line.kind} data-commented={isCommented} data-current={isCurrent}>
      <NumberCell line={line} number={line.old} onComment={onComment} />
      <NumberCell line={line} number={line.now} onComment={onComment} />
      <TextCells line={line} />
      {tool}
    </div>
  )
})

interface PairProps extends LineActions {
  old: DiffLine | undefined
  now: DiffLine | undefined
  /** Which sides are commented on. */
  commented: 'old' | 'new' | undefined
  isCurrent: boolean
  tool?: ReactNode
}

export const PairRow = memo(function PairRow({ old, now, commented, isCurrent, tool, onComment }: PairProps) {
  return (
    <div className="pair" data-current={isCurrent}>
      <Side line={old} number={old?.old} isCommented={commented === 'old'} onComment={onComment} />
      <Side line={now} number={now?.now} isCommented={commented === 'new'} onComment={onComment} />
      {tool}
    </div>
  )
})

interface SideProps extends LineActions {
  line: DiffLine | undefined
  number: number | undefined
  isCommented: boolean
}

function Side({ line, number, isCommented, onComment }: SideProps) {
  if (!line) return <div className="line-none" />
  return (
    <div className="line-side" data-kind={line.kind} data-commented={isCommented}>
      <NumberCell line={line} number={number} onComment={onComment} />
      <TextCells line={line} />
    </div>
  )
}

interface NumberProps extends LineActions {
  line: DiffLine
  number: number | undefined
}

function NumberCell({ line, number, onComment }: NumberProps) {
  if (number === undefined) return <span className="line-number" />
  const more = ({ buttons }: MouseEvent) => {
    if (buttons === 1) onComment(line, true)
  }
  return (
    <button
      type="button"
      className="line-number"
      tabIndex={-1}
      aria-label={`Comment on ${line.kind === 'removed' ? 'removed ' : ''}line ${number}`}
      onPointerDown={(event) => {
        if (event.button === 0) onComment(line, event.shiftKey)
      }}
      onClick={(event) => {
        // From the keyboard or a screen reader there is no pointer.
        if (event.detail === 0) onComment(line, event.shiftKey)
      }}
      onPointerEnter={more}
    >
      {number}
    </button>
  )
}

function TextCells({ line }: { line: DiffLine }) {
  return (
    <>
      <span className="line-sign">
        <LineSign kind={line.kind} />
      </span>
      <span className="line-text">
        {lineText(line)}
        {line.more !== undefined && <span className="line-more"> … {count(line.more)} more characters</span>}
      </span>
    </>
  )
}
