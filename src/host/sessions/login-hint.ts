/** Says what to do when the CLI reports only that its login failed. Shown once, until a turn has succeeded. */
import type { SessionEvent } from '../../state/events.ts'
import type { SessionState } from '../../state/session-state.ts'

export const LOGIN_REMEDY =
  "The CLI has no valid login. Run `claude` in a terminal on the host's machine and type /login there, or give the agent an ANTHROPIC_API_KEY. Then send the prompt again; if it still fails, close the session and resume it."

export class LoginHint {
  #isTold = false

  /** The hint to show after this event, which the state contains already. */
  after(event: SessionEvent, { activity }: SessionState): string | undefined {
    if (event.kind !== 'received') return undefined
    const { message } = event
    if (message.type === 'result' && !message.is_error) this.#isTold = false
    // The CLI retries for minutes: the hint must not wait for that.
    const isRetried =
      message.type === 'system' &&
      message.subtype === 'api_retry' &&
      message.error === 'authentication_failed'
    const isOver = message.type === 'result' || message.type === 'auth_status'
    if (this.#isTold || !(isRetried || (isOver && activity.refusals.count > 0))) return undefined
    this.#isTold = true
    return LOGIN_REMEDY
  }
}
