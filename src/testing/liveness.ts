import type { Session } from '../client/session.ts'
import { OptionsError } from '../protocol/errors.ts'
import { nearest } from '../protocol/nearest.ts'
import type { Liveness, LivenessStatus } from '../state/liveness/liveness.ts'
import { type WaitOptions, waitFor } from './wait.ts'

const STATUSES: { readonly [Status in LivenessStatus]: true } = {
  starting: true,
  ready: true,
  thinking: true,
  streaming: true,
  'awaiting-approval': true,
  idle: true,
  stalled: true,
  error: true,
  disconnected: true,
}

/**
 * Waits until the session does this, and returns its liveness. What passes quickly may be over before anybody looks: wait for what
 * stays, such as `awaiting-approval`, `idle` or `disconnected`. Fails with the transcript and the liveness when the time is over, or as
 * soon as the process has ended.
 *
 * @example
 * session.send('fix the bug')
 * await waitForLiveness(session, 'awaiting-approval', { timeoutMs: 2000 })
 */
export async function waitForLiveness(
  session: Session,
  status: LivenessStatus,
  options: WaitOptions = {},
): Promise<Liveness> {
  if (!Object.hasOwn(STATUSES, status)) throw new OptionsError(problemWith(status))
  const look = () => {
    const live = session.liveness()
    return live.status === status ? live : undefined
  }
  return waitFor(session, `the session to be ${status}`, look, options)
}

function problemWith(status: string): string {
  const known = Object.keys(STATUSES)
  const near = nearest(status, known)
  const hint = near === undefined ? `there are ${known.join(', ')}.` : `did you mean '${near}'?`
  return `there is no status '${status}'; ${hint}`
}
