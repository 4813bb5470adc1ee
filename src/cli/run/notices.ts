/** What of the other messages a person wants to know during a turn. */
import type { StdoutMessage } from '../../protocol/stdout.ts'
import { shorten } from '../style.ts'

export interface Notice {
  readonly text: string
  readonly colour: 'dim' | 'yellow' | 'red'
  /** Only of interest until something else happens. */
  readonly passing?: true
}

const dim = (text: string): Notice => ({ text: shorten(text, 300), colour: 'dim' })
const warning = (text: string): Notice => ({ text: shorten(text, 300), colour: 'yellow' })
const passing = (text: string): Notice => ({ text, colour: 'dim', passing: true })

export function noticeOf(message: StdoutMessage): Notice | undefined {
  if (message.type === 'system') return systemNotice(message)
  if (message.type === 'rate_limit_event') {
    const { status, resetsAt } = message.rate_limit_info
    if (status === undefined || status === 'allowed') return undefined
    const until = resetsAt === undefined ? '' : `, until ${new Date(resetsAt * 1000).toLocaleTimeString()}`
    return warning(status === 'rejected' ? `rate limit reached${until}` : `close to the rate limit${until}`)
  }
  if (message.type === 'auth_status' && message.error) return warning(`login: ${message.error}`)
  if (message.type === 'error') return warning(`the CLI reports: ${JSON.stringify(message)}`)
  return undefined
}

function systemNotice(message: Extract<StdoutMessage, { type: 'system' }>): Notice | undefined {
  switch (message.subtype) {
    case 'api_retry': {
      const { attempt, max_retries: most, retry_delay_ms: delay, error_status: status } = message
      const cause = status ? ` (${status})` : ''
      return warning(
        `the API failed${cause}; trying again in ${seconds(delay)} (${attempt} of ${most} attempts)`,
      )
    }
    case 'informational':
      return message.level === 'warning' || message.level === 'error'
        ? warning(message.content)
        : dim(message.content)
    case 'status':
      return message.status === 'compacting' ? passing('compacting the conversation …') : undefined
    case 'compact_boundary':
      return dim('the conversation was compacted')
    case 'model_refusal_fallback':
      return warning(message.content ?? `the model refused; going on with ${message.fallback_model}`)
    case 'permission_denied':
      return warning(`${message.tool_name} was denied${because(message.decision_reason ?? message.message)}`)
    default:
      return undefined
  }
}

const because = (reason: string | undefined) => (reason ? `: ${reason}` : '')

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`
}
