/** Cards of sessions that work, have changes to review, or have finished. */
import { memo } from 'react'
import { DiffCounts } from '../diff/diff-counts.tsx'
import { sessionAddress } from '../router.ts'
import { SessionPreview } from '../sessions/session-preview.tsx'
import { Age } from '../ui/age.tsx'
import { Chip } from '../ui/chip.tsx'
import { ErrorIcon, PausedIcon, SuccessIcon, WorkingIcon } from '../ui/icons.ts'
import { Link } from '../ui/link.tsx'
import { usd } from '../ui/numbers.ts'
import { CardFrame, CardMeta, type CardProps } from './card-parts.tsx'
import { finishedAt } from './columns.ts'

export const WorkingCard = memo(function WorkingCard(props: CardProps) {
  const { session } = props
  const { liveness, lastWords, costUsd, todos, preview } = session
  return (
    <CardFrame {...props}>
      <CardMeta session={session}>{costUsd > 0 && usd(costUsd)}</CardMeta>
      <Chip tone="working" icon={WorkingIcon} since={liveness.since}>
        {preview.kind === 'text' ? liveness.words : preview.text}
      </Chip>
      {lastWords && <p className="board-words">{lastWords}</p>}
      {todos && <Steps {...todos} />}
    </CardFrame>
  )
})

const MAX_STEPS = 8

function Steps({ done, total }: { done: number; total: number }) {
  const shown = Math.min(total, MAX_STEPS)
  const full = Math.round((done / total) * shown)
  return (
    <p className="row soft">
      <span className="steps" role="img" aria-label={`${done} of ${total} steps done`}>
        {Array.from({ length: shown }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps are the same but for their place
          <span key={at} data-step={at < full ? 'done' : at === full ? 'now' : 'open'} />
        ))}
      </span>
      <span aria-hidden="true">
        {done} of {total}
      </span>
    </p>
  )
}

export const ReviewCard = memo(function ReviewCard(props: CardProps & { isUnread: boolean }) {
  const { session, isUnread, ...card } = props
  const { id, edits, costUsd, lastTurn, lastWords } = session
  return (
    <CardFrame
      {...card}
      session={session}
      href={sessionAddress(id, 'changes')}
      sign={isUnread && <span className="dot unread-dot" role="img" aria-label="unread" />}
    >
      <CardMeta session={session}>
        <Age since={finishedAt(session)} isShort />
      </CardMeta>
      {edits && (
        <p className="row">
          <span>{edits.files === 1 ? '1 file' : `${edits.files} files`}</span>
          <DiffCounts added={edits.added} removed={edits.removed} />
          <span className="board-card-age">{costUsd > 0 && usd(costUsd)}</span>
        </p>
      )}
      {lastTurn?.outcome === 'failed' ? (
        <p className="board-problem">
          <SessionPreview session={{ ...session, edits: undefined }} />
        </p>
      ) : (
        lastWords && <p className="board-words">{lastWords}</p>
      )}
      <div className="approval-bar">
        <Link className="button" href={sessionAddress(id, 'changes')}>
          Review
        </Link>
        <Link className="button" data-kind="quiet" href={sessionAddress(id)}>
          Open session
        </Link>
      </div>
    </CardFrame>
  )
})

const OUTCOMES = {
  done: [SuccessIcon, 'success', 'Done'],
  failed: [ErrorIcon, 'danger', 'Failed'],
  interrupted: [PausedIcon, 'neutral', 'Interrupted'],
} as const

export const DoneRow = memo(function DoneRow(props: CardProps) {
  const { session } = props
  const { project, lastTurn, lastLine } = session
  const [Shown, tone, name] = OUTCOMES[lastTurn?.outcome ?? 'done']
  return (
    <CardFrame
      {...props}
      sign={
        <span className="soft">
          <Age since={finishedAt(session)} isShort />
        </span>
      }
    >
      <span className="session-sign board-done-sign" data-tone={lastTurn ? tone : 'neutral'}>
        <Shown />
        <span className="unseen">{name}</span>
      </span>
      <p className="soft cut">
        {project.name}
        {lastLine && ` · ${lastLine}`}
      </p>
    </CardFrame>
  )
})
