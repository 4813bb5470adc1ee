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
        The CLI logs in, on the host’s machine.
        {wait.output.length > 0 && <pre>{wait.output.slice(-LAST_LINES).join('\n')}</pre>}
      </div>
    )
  if (activity.refusals.count > 0)
    return (
      <p className="obstacle" role="status">
        The CLI is not logged in, or its key is not accepted. On the host’s machine run <code>claude</code>{' '}
        and log in there with <code>/login</code>; then send the message again.
      </p>
    )
  if (until !== undefined && until > now)
    return (
      <p className="obstacle" role="status">
        The rate limit is reached until <When at={until} />: what is sent before may be refused.
      </p>
    )
  return null
}
