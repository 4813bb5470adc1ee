/** Liveness in a few words, for a line of status. */
import type { Liveness } from './liveness.ts'
import type { ApprovalWait, Wait } from './waits.ts'

/** How `describe` writes times. */
export interface WordOptions {
  /** A moment as the reader wants it. Default: in ISO form, in UTC. */
  readonly formatTime?: (at: number) => string
  /** False: without how long it has lasted, for those who show that beside it as it grows. */
  readonly withAge?: boolean
}

/** Says in a short sentence what a session does. */
export function describe(live: Liveness, now: number, options: WordOptions = {}): string {
  const { status, wait, since, reason, stalled, clean } = live
  switch (status) {
    case 'disconnected':
      return clean ? (reason ?? 'ended') : `disconnected: ${reason}`
    case 'error':
      return [`error: ${reason}`, ...(wait ? [waitWords(wait, now, options)] : [])].join('; ')
    case 'stalled':
      if (wait?.kind === 'disk') return waitWords(wait, now, options)
      return `${aged('stalled', stalled?.since ?? since, now, options)}${stallWords(stalled?.answers ?? null)}`
    default:
      return wait ? waitWords(wait, now, options) : status
  }
}

function stallWords(answers: boolean | null): string {
  if (answers === null) return ''
  return answers ? ': answers but waits for the model' : ': does not answer'
}

function aged(words: string, since: number, now: number, { withAge = true }: WordOptions): string {
  return withAge ? `${words}, ${duration(now - since)}` : words
}

function waitWords(wait: Wait, now: number, options: WordOptions): string {
  const { formatTime = isoTime, withAge = true } = options
  if (wait.kind === 'rate-limit' && wait.until !== undefined)
    return `rate limit until ${formatTime(wait.until)}`
  if (wait.kind === 'api-retry' && wait.nextAt > now && withAge)
    return `${nameOf(wait)}, next in ${duration(wait.nextAt - now, Math.ceil)}`
  return aged(nameOf(wait), wait.since, now, options)
}

function nameOf(wait: Wait): string {
  switch (wait.kind) {
    case 'start':
      return 'starting'
    case 'model':
      return 'waiting for the model'
    case 'text':
      return 'writing'
    case 'thinking':
      return 'thinking'
    case 'tool-input':
      return `writing the input of ${wait.name ?? 'a tool'}`
    case 'tool': {
      const more = wait.count > 1 ? ` and ${wait.count - 1} more` : ''
      return `${[wait.name, wait.input].filter(Boolean).join(' ')}${more}`
    }
    case 'api-retry':
      return `API retry ${wait.attempt}/${wait.of}`
    case 'compacting':
      return 'compacting'
    case 'approval':
      return approvalWords(wait)
    case 'hook':
      return `${wait.name ?? ''} hook${wait.count > 1 ? ` and ${wait.count - 1} more` : ''}`.trimStart()
    case 'rate-limit':
      return 'rate limit'
    case 'authentication':
      return 'authenticating'
    case 'disk':
      return 'waiting for disk space'
    case 'tasks':
      return `${wait.count} background ${wait.count === 1 ? 'task' : 'tasks'}`
  }
}

function approvalWords({ count }: ApprovalWait): string {
  return count > 1 ? `waiting for you (${count})` : 'waiting for you'
}

/** `35 s`, `1 m 35 s`, `2 h 5 m`, `3 d 4 h`. */
export function duration(ms: number, round: (seconds: number) => number = Math.floor): string {
  const seconds = Math.max(0, round(ms / 1000))
  const [days, hours, minutes] = [seconds / 86_400, (seconds / 3600) % 24, (seconds / 60) % 60].map(
    Math.floor,
  )
  if (days) return parts([days, 'd'], [hours, 'h'])
  if (hours) return parts([hours, 'h'], [minutes, 'm'])
  if (minutes) return parts([minutes, 'm'], [seconds % 60, 's'])
  return `${seconds} s`
}

function parts(...values: [number | undefined, string][]): string {
  return values
    .filter(([value]) => value)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ')
}

function isoTime(at: number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString()
}
