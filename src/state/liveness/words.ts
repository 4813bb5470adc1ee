/** Liveness in a few words, for a line of status: what the session does or waits for, and for how long. */
import { needsAnswer } from '../approvals/request.ts'
import { formatDuration } from '../format/duration.ts'
import type { Liveness, LivenessStatus } from './liveness.ts'
import type { ApprovalWait, ToolWait, Wait } from './waits.ts'

/** How `describe` writes times. */
export interface WordOptions {
  /** A moment as the reader wants it. Default: in ISO form, in UTC. */
  readonly formatTime?: (at: number) => string
  /** False: leaves out the age, for views that show a running age of their own. */
  readonly withAge?: boolean
}

const STATUS: Readonly<Record<LivenessStatus, string>> = {
  starting: 'Starting',
  ready: 'Ready',
  thinking: 'Working',
  streaming: 'Working',
  'awaiting-approval': 'Needs approval',
  idle: 'Idle',
  stalled: 'Stalled',
  error: 'Error',
  disconnected: 'Disconnected',
}

/** Says in a few words what a session does: `Needs approval · 26 s`, `Bash · npm test · 1 m 35 s`. */
export function describe(live: Liveness, now: number, options: WordOptions = {}): string {
  const { status, wait, since, reason, stalled, clean } = live
  switch (status) {
    case 'disconnected':
      if (!clean) return `${STATUS.disconnected}: ${reason}`
      // A process that never started has no time of its end.
      return since === 0 ? endWords(reason) : aged(endWords(reason), since, now, options)
    case 'error':
      return joined(errorWords(reason), wait && waitWords(wait, now, options))
    case 'stalled':
      if (wait?.kind === 'disk') return waitWords(wait, now, options)
      return aged(stallWords(stalled?.answers ?? null), stalled?.since ?? since, now, options)
    default:
      return wait ? waitWords(wait, now, options) : aged(STATUS[status], since, now, options)
  }
}

function endWords(reason = 'ended'): string {
  return capitalized(reason)
}

/** Claude Code's own words often begin with it already. */
function errorWords(reason = ''): string {
  return /^(API )?error\b/i.test(reason) ? reason : `${STATUS.error}: ${reason}`
}

function stallWords(answers: boolean | null): string {
  if (answers === null) return STATUS.stalled
  return joined(STATUS.stalled, answers ? 'no response from the model' : 'Claude Code does not respond')
}

function aged(words: string, since: number, now: number, { withAge = true }: WordOptions): string {
  return withAge ? joined(words, formatDuration(now - since)) : words
}

function waitWords(wait: Wait, now: number, options: WordOptions): string {
  const { formatTime = isoTime, withAge = true } = options
  if (wait.kind === 'rate-limit' && wait.until !== undefined)
    return `Rate limit until ${formatTime(wait.until)}`
  if (wait.kind === 'api-retry' && wait.nextAt > now && withAge)
    return joined(waitName(wait), `next in ${formatDuration(wait.nextAt - now, Math.ceil)}`)
  return aged(waitName(wait), wait.since, now, options)
}

function waitName(wait: Wait): string {
  switch (wait.kind) {
    case 'start':
      return STATUS.starting
    case 'model':
      return 'Waiting for the model'
    case 'text':
      return 'Writing'
    case 'thinking':
      return 'Thinking'
    case 'tool-input':
      return `Preparing ${wait.name ?? 'a tool call'}`
    case 'tool':
      return toolWords(wait)
    case 'api-retry':
      return `API retry ${wait.attempt}/${wait.of}`
    case 'compacting':
      return 'Compacting'
    case 'approval':
      return approvalWords(wait)
    case 'hook':
      return capitalized(`${wait.name ?? ''} hook${and(wait.count)}`.trimStart())
    case 'rate-limit':
      return 'Rate limit'
    case 'authentication':
      return 'Signing in'
    case 'disk':
      return 'Waiting for disk space'
    case 'tasks':
      return `${wait.count} background ${wait.count === 1 ? 'task' : 'tasks'}`
  }
}

function toolWords({ name, input, count }: ToolWait): string {
  return `${joined(name, input)}${and(count)}`
}

function approvalWords({ count, approval }: ApprovalWait): string {
  if (count > 1) return `${STATUS['awaiting-approval']} (${count})`
  return approval !== undefined && needsAnswer(approval) ? 'Needs an answer' : STATUS['awaiting-approval']
}

function and(count: number): string {
  return count > 1 ? ` and ${count - 1} more` : ''
}

function joined(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(' · ')
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function isoTime(at: number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString()
}
