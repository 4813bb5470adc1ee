import type { SessionSummary } from '../../api/resources.ts'
import {
  ApprovalIcon,
  ErrorIcon,
  type Icon,
  IdleIcon,
  PausedIcon,
  PlanIcon,
  QuestionIcon,
  ReviewIcon,
  StoppedIcon,
  WarningIcon,
  WorkingIcon,
} from '../ui/icons.ts'
import type { Tone } from '../ui/tone.ts'

/** What a session is at, as an icon with its colour and its name. */
export interface SessionSign {
  readonly icon: Icon
  readonly tone: Tone
  readonly name: string
}

export function signOf(session: SessionSummary): SessionSign {
  const { group, lastTurn, preview } = session
  if (group === 'needs-you') return needSign(session)
  if (group === 'working') return { icon: WorkingIcon, tone: 'working', name: 'Working' }
  if (preview.kind === 'error') return { icon: ErrorIcon, tone: 'danger', name: 'Error' }
  if (isToReview(session)) return { icon: ReviewIcon, tone: 'success', name: 'Ready for review' }
  if (group === 'ended') return { icon: StoppedIcon, tone: 'neutral', name: 'Ended' }
  if (lastTurn?.outcome === 'interrupted') return { icon: PausedIcon, tone: 'neutral', name: 'Interrupted' }
  return { icon: IdleIcon, tone: 'neutral', name: 'Idle' }
}

function needSign({ liveness, preview }: SessionSummary): SessionSign {
  if (liveness.status === 'stalled') return { icon: WarningIcon, tone: 'needs-you', name: 'Stalled' }
  if (liveness.status !== 'awaiting-approval') return { icon: ErrorIcon, tone: 'danger', name: 'Error' }
  switch (preview.kind) {
    case 'question':
      return { icon: QuestionIcon, tone: 'needs-you', name: 'Question' }
    case 'plan':
      return { icon: PlanIcon, tone: 'needs-you', name: 'Plan' }
    case 'form':
      return { icon: QuestionIcon, tone: 'needs-you', name: 'Form' }
    default:
      return { icon: ApprovalIcon, tone: 'needs-you', name: 'Needs approval' }
  }
}

/** Nothing runs any more, and its tools changed files. */
export function isToReview({ group, edits }: SessionSummary): boolean {
  return (group === 'idle' || group === 'ended') && edits !== undefined
}
