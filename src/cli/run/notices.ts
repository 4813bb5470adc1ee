import { isObject } from '../../protocol/json.ts'
import type { RateLimitInfo } from '../../protocol/messages/notices.ts'
import type { RetryWait } from '../../state/liveness/waits.ts'
import type { NoticeItem, NoticeTopic } from '../../state/transcript/items.ts'

export interface Notice {
  readonly text: string
  readonly colour: 'dim' | 'yellow'
}

/** Shown in another way, or useless in a terminal. */
const UNTOLD = new Set<NoticeTopic>([
  'interrupt',
  'process',
  'tool-summary',
  'streamlined',
  'turn-duration',
  'memory',
  'task',
])

export function noticeOf({ topic, level, text, detail }: NoticeItem): Notice | undefined {
  if (UNTOLD.has(topic) || (topic === 'error' && isOfTurn(detail))) return undefined
  return { text, colour: level === 'info' ? 'dim' : 'yellow' }
}

/** The summary of the turn shows such errors. */
function isOfTurn(detail: unknown): boolean {
  return isObject(detail) && ('code' in detail || 'subtype' in detail)
}

export function retryNotice({ attempt, of, nextAt, since, status }: RetryWait): Notice {
  const cause = status === undefined ? '' : ` (${status})`
  const text = `API error${cause}; retrying in ${seconds(nextAt - since)} (attempt ${attempt} of ${of})`
  return { text, colour: 'yellow' }
}

export function limitNotice({ status, resetsAt, utilization }: RateLimitInfo): Notice | undefined {
  if (status === undefined || status === 'allowed') return undefined
  const until =
    typeof resetsAt === 'number' ? `, until ${new Date(resetsAt * 1000).toLocaleTimeString()}` : ''
  const used = typeof utilization === 'number' ? ` (${Math.round(utilization * 100)} % used)` : ''
  const text = status === 'rejected' ? `rate limit reached${until}` : `near the rate limit${used}${until}`
  return { text, colour: 'yellow' }
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`
}
