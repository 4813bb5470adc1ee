import { limitedUntil } from '../../state/facts.ts'
import { liveness } from '../../state/liveness/liveness.ts'
import type { SessionState } from '../../state/session-state.ts'
import { useNow } from '../store/clock.ts'
import { When } from '../ui/age.tsx'

/** The last lines of the CLI's login output say what to do. */
const LAST_LINES = 5

/** Why a message may not work now, and what to do about it. */
export function SendBlocker({ state }: { state: SessionState }) {
  const now = useNow()
  const { activity, facts } = state
  const { wait } = liveness(state, now)
  const until = limitedUntil(facts)
  if (wait?.kind === 'authentication')
    return (
      <div className="obstacle" role="status">
        <div>
          Claude Code is signing in on the host’s machine.
          {wait.output.length > 0 && <pre>{wait.output.slice(-LAST_LINES).join('\n')}</pre>}
        </div>
      </div>
    )
  if (activity.refusals.count > 0)
    return (
      <div className="obstacle" role="status">
        <p>
          Claude Code is not signed in, or its key was refused. Run <code>claude</code> on the host’s machine,
          sign in with <code>/login</code>, then send the message again.
        </p>
      </div>
    )
  if (until !== undefined && until > now)
    return (
      <div className="obstacle" role="status">
        <p>
          Rate limit reached until <When at={until} />. Messages sent before then may be refused.
        </p>
      </div>
    )
  return null
}
