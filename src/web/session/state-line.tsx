/** What the session does now, and for how long. The page derives it itself, by the same function as the host. */
import { type Liveness, liveness } from '../../state/liveness/liveness.ts'
import { describe } from '../../state/liveness/words.ts'
import type { SessionState } from '../../state/session-state.ts'
import { useNow } from '../store/clock.ts'
import {
  ApprovalIcon,
  ErrorIcon,
  type Icon,
  IdleIcon,
  QuestionIcon,
  StoppedIcon,
  WarningIcon,
} from '../ui/icons.ts'
import { Spinner } from '../ui/spinner.tsx'
import type { Tone } from '../ui/tone.ts'

const formatTime = (at: number) => new Date(at).toLocaleTimeString()

export function StateLine({ state }: { state: SessionState }) {
  const now = useNow()
  const live = liveness(state, now)
  const { tone, icon: Shown } = signOf(live)
  const tool = live.status === 'awaiting-approval' ? runningTool(state) : undefined
  return (
    <>
      <span className="session-state" data-tone={tone} data-status={live.status} data-testid="liveness">
        {Shown ? <Shown /> : <Spinner />}
        <Words live={live} now={now} />
      </span>
      {tool && (
        <span className="session-state session-other" data-tone="working">
          <Spinner />
          <Words live={tool} now={now} />
        </span>
      )}
    </>
  )
}

/** Where room is short, the words are cut and not the age at their end. */
function Words({ live, now }: { live: Liveness; now: number }) {
  const all = describe(live, now, { formatTime })
  const words = describe(live, now, { formatTime, withAge: false })
  const age = all.startsWith(words) ? all.slice(words.length) : ''
  return (
    <span className="session-words">
      <span className="cut">{age ? words : all}</span>
      {age && <span className="session-age">{age}</span>}
    </span>
  )
}

/** No icon: a spinner. */
function signOf({ status, wait, clean }: Liveness): { tone: Tone; icon?: Icon } {
  switch (status) {
    case 'awaiting-approval': {
      const isQuestion = wait?.kind === 'approval' && /question|elicitation/.test(wait.approval ?? '')
      return { tone: 'needs-you', icon: isQuestion ? QuestionIcon : ApprovalIcon }
    }
    case 'stalled':
      return { tone: 'needs-you', icon: WarningIcon }
    case 'error':
      return { tone: 'danger', icon: ErrorIcon }
    case 'disconnected':
      return clean ? { tone: 'neutral', icon: StoppedIcon } : { tone: 'danger', icon: StoppedIcon }
    case 'idle':
    case 'ready':
      return wait ? { tone: 'working' } : { tone: 'neutral', icon: IdleIcon }
    default:
      return { tone: 'working' }
  }
}

/** What goes on while a person is asked something else. */
function runningTool({ activity, approvals, at }: SessionState): Liveness | undefined {
  const asked = new Set(
    approvals.pending.map(({ request }) => ('tool_use_id' in request ? request.tool_use_id : '')),
  )
  const [oldest, ...others] = activity.tools.filter(({ id }) => !asked.has(id))
  if (!oldest) return undefined
  const wait = { kind: 'tool' as const, ...oldest, count: others.length + 1 }
  return { status: 'thinking', wait, since: oldest.since, lastEventAt: at }
}
