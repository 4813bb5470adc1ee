/** How a call fares: its word, its sign and its time. */

import { type ApprovalKind, needsAnswer } from '../../../state/approvals/request.ts'
import { formatDuration } from '../../../state/format/duration.ts'
import { isUndecided, runTime } from '../../../state/transcript/run-time.ts'
import { Age } from '../../ui/age.tsx'
import {
  ApprovalIcon,
  CheckIcon,
  DeniedIcon,
  ErrorIcon,
  type Icon,
  MoreIcon,
  QuestionIcon,
  StoppedIcon,
} from '../../ui/icons.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { type Call, isOver } from '../call.ts'
import { useTranscriptState } from '../context.ts'

export const STATUS_WORDS: Readonly<Record<Call['status'], string>> = {
  writing: 'being written',
  running: 'running',
  done: 'done',
  failed: 'failed',
  denied: 'denied',
  interrupted: 'interrupted',
  lost: 'no result',
}
const SIGNS: Readonly<Record<Exclude<Call['status'], 'running'>, Icon>> = {
  writing: MoreIcon,
  done: CheckIcon,
  failed: ErrorIcon,
  denied: DeniedIcon,
  interrupted: StoppedIcon,
  lost: QuestionIcon,
}

export function CallStatusSign({ call }: { call: Call }) {
  const { status, isCut } = call
  const isPlain = status === 'done' || status === 'writing' || status === 'running'
  const Sign = status === 'running' ? undefined : SIGNS[status]
  return (
    <>
      <span className={isPlain ? 'unseen' : 'tool-status'}>{STATUS_WORDS[status]}</span>
      {isCut && <span className="tag">cut off</span>}
      <span className="tool-sign">{Sign ? <Sign /> : isWaiting(call) ? <ApprovalIcon /> : <Spinner />}</span>
    </>
  )
}

function isWaiting(call: Call): boolean {
  return !isOver(call) && isUndecided(call)
}

/** Whether the call waits for an approval now. */
export function useIsAsked({ status, approvalId }: Call): boolean {
  const { approvals } = useTranscriptState()
  return status === 'running' && approvals.pending.some(({ id }) => id === approvalId)
}

/** The call waits for an approval, and for how long it has. */
export function WaitsForApproval({ approvalId }: { approvalId: string }) {
  const { approvals } = useTranscriptState()
  const asked = approvals.pending.find(({ id }) => id === approvalId)
  if (!asked) return null
  return (
    <span className="tool-waits">
      {asksOf(asked.kind)} · <Age since={asked.at} />
    </span>
  )
}

const asksOf = (kind: ApprovalKind) => (needsAnswer(kind) ? 'Needs an answer' : 'Needs approval')

/** How long a call has run, or ran if that is long enough to matter. The wait for approval is no run time. */
export function CallTime({ call }: { call: Call }) {
  if (!isOver(call)) {
    if (isWaiting(call)) return null
    return (
      <span className="tool-time">
        <Age since={call.decidedAt ?? call.at} />
      </span>
    )
  }
  const took = runTime(call, call.at)
  return took < 1000 ? null : <span className="tool-time">{formatDuration(took)}</span>
}
