import { liveness } from '../../state/liveness.ts'
import type { SessionState } from '../../state/session-state.ts'
import { describe } from '../../state/words.ts'
import { useNow } from '../store/clock.ts'

/** What the session does at this moment, derived here as it is at the host. */
export function LivenessLine({ state }: { state: SessionState }) {
  const now = useNow()
  const live = liveness(state, now)
  const words = describe(live, now, { formatTime: (at) => new Date(at).toLocaleTimeString() })
  return (
    <span className="liveness" data-status={live.status} data-testid="liveness">
      {words}
    </span>
  )
}
