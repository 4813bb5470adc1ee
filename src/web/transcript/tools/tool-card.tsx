import type { ReactNode } from 'react'
import { duration } from '../../../state/liveness/words.ts'
import { runTime } from '../../../state/transcript/calls.ts'
import { Age } from '../../ui/age.tsx'
import {
  DeniedIcon,
  ErrorIcon,
  type Icon,
  MoreIcon,
  QuestionIcon,
  StoppedIcon,
  SuccessIcon,
  WorkingIcon,
} from '../../ui/icons.ts'
import { RawJson } from '../../ui/raw-json.tsx'
import { type Call, isOver } from '../call.ts'
import { useTranscriptState } from '../context.ts'
import { useFold } from '../folds.ts'

interface Props {
  call: Call
  /** Replaces the tool's name. */
  title?: string
  /** One line about the call. */
  about?: ReactNode
  /** Shown beside the status: a count, an exit code. */
  note?: ReactNode
  startsOpen?: boolean
  /** Undefined if there is no body. */
  children?: (() => ReactNode) | undefined
}

export function ToolCard({ call, title = call.name, about, note, startsOpen = false, children }: Props) {
  const [isOpen, toggle] = useFold(`tool ${call.id}`, startsOpen)
  const Sign = SIGNS[call.status]
  const head = (
    <>
      <span className="tool-sign">
        <Sign />
      </span>
      <span className="tool-name">{title}</span>
      <span className="tool-about">{about}</span>
      {call.wanted !== undefined && (
        <span className="tag" data-tone="neutral">
          input changed by you
        </span>
      )}
      {note}
      {call.status === 'running' && call.approvalId !== undefined && <Waits approvalId={call.approvalId} />}
      <Status call={call} />
      <Time call={call} />
    </>
  )
  return (
    <section className="tool" data-status={call.status} aria-label={`${title}: ${WORDS[call.status]}`}>
      {children ? (
        <button type="button" className="tool-head" aria-expanded={isOpen} onClick={toggle}>
          {head}
        </button>
      ) : (
        <div className="tool-head">{head}</div>
      )}
      {children && isOpen && <div className="tool-body">{children()}</div>}
      {call.wanted !== undefined && isOpen && (
        <div className="tool-body">
          <RawJson value={call.wanted} label="What the model had wanted" />
        </div>
      )}
    </section>
  )
}

const WORDS: Readonly<Record<Call['status'], string>> = {
  writing: 'being written',
  running: 'running',
  done: 'done',
  failed: 'failed',
  denied: 'denied',
  interrupted: 'interrupted',
  lost: 'no result came',
}
const SIGNS: Readonly<Record<Call['status'], Icon>> = {
  writing: MoreIcon,
  running: WorkingIcon,
  done: SuccessIcon,
  failed: ErrorIcon,
  denied: DeniedIcon,
  interrupted: StoppedIcon,
  lost: QuestionIcon,
}

function Status({ call: { status, isCut } }: { call: Call }) {
  const isPlain = status === 'done' || status === 'writing' || status === 'running'
  return (
    <>
      {isPlain ? (
        <span className="unseen">{WORDS[status]}</span>
      ) : (
        <span className="tool-status">{WORDS[status]}</span>
      )}
      {isCut && <span className="tag">cut off</span>}
    </>
  )
}

/** The call is waiting for approval. */
function Waits({ approvalId }: { approvalId: string }) {
  const { approvals } = useTranscriptState()
  if (!approvals.pending.some(({ id }) => id === approvalId)) return null
  return (
    <span className="tag" data-tone="needs-you">
      waits for you
    </span>
  )
}

/** How long a call waits or runs; how long a finished one ran, if that is long enough to matter. */
function Time({ call }: { call: Call }) {
  if (!isOver(call)) {
    return (
      <span className="tool-time">
        <Age since={call.decidedAt ?? call.at} />
      </span>
    )
  }
  const took = runTime(call, call.at)
  return took < 1000 ? null : <span className="tool-time">{duration(took)}</span>
}
