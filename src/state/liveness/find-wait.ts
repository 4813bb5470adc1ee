/** Chooses, from everything that is going on, what the session is waiting for. */
import { approvalSubject } from '../approvals/view.ts'
import { limitedUntil } from '../facts.ts'
import type { SessionState } from '../session-state.ts'
import { isRunning } from '../tasks.ts'
import type {
  ApprovalWait,
  AuthenticationWait,
  DiskWait,
  HookWait,
  RateLimitWait,
  TasksWait,
  Wait,
} from './waits.ts'

const TOKEN_REQUESTS = new Set(['oauth_token_refresh', 'host_auth_token_refresh'])

export function approvalWait({ approvals, activity }: SessionState): ApprovalWait | undefined {
  const { pending } = approvals
  const [oldest] = pending
  if (oldest) {
    const { id, at: since, kind: approval, request } = oldest
    return { kind: 'approval', since, count: pending.length, id, approval, ...approvalSubject(request) }
  }
  if (activity.said?.state !== 'requires_action') return undefined
  return { kind: 'approval', since: activity.said.at, count: 0 }
}

/** While the process is stopped, this comes before every other wait. */
export function diskWait({ process: { pausedAt } }: SessionState): DiskWait | undefined {
  return pausedAt === undefined ? undefined : { kind: 'disk', since: pausedAt }
}

/** While a turn runs or is to begin. */
export function workWait(state: SessionState, now: number): Wait {
  const { activity, turns } = state
  const { retry, compactingSince, phase, tools } = activity
  const hook = hookWait(state)
  if (hook) return hook
  if (compactingSince !== null) return { kind: 'compacting', since: compactingSince }
  const login = authenticationWait(state)
  if (login) return login
  if (retry) return { kind: 'api-retry', ...retry }
  if (phase && phase.kind !== 'model') return { ...phase }
  const [oldest] = tools
  if (oldest) return { kind: 'tool', ...oldest, count: tools.length }
  const since = phase?.since ?? turns.current?.startedAt ?? activity.said?.at ?? state.at
  return rateLimitWait(state, now) ?? { kind: 'model', since }
}

/** While the CLI has not answered yet. */
export function startWait(state: SessionState): Wait {
  const since = state.process.startedAt ?? state.at
  return authenticationWait(state) ?? hookWait(state) ?? { kind: 'start', since }
}

/** While no turn runs. */
export function idleWait(state: SessionState, now: number): Wait | null {
  return authenticationWait(state) ?? hookWait(state) ?? rateLimitWait(state, now) ?? tasksWait(state) ?? null
}

function hookWait({ control, activity }: SessionState): HookWait | undefined {
  const ours = control.asks.filter(({ subtype }) => subtype === 'hook_callback')
  const [oldest] = [...ours.map(({ name, at }) => ({ name, since: at })), ...activity.hooks].sort(
    (a, b) => a.since - b.since,
  )
  if (!oldest) return undefined
  const { name, since } = oldest
  return {
    kind: 'hook',
    since,
    count: ours.length + activity.hooks.length,
    ...(name !== undefined && { name }),
  }
}

function authenticationWait({ facts, control, process }: SessionState): AuthenticationWait | undefined {
  const { authentication } = facts
  if (authentication?.isAuthenticating && authentication.at >= (process.startedAt ?? 0))
    return { kind: 'authentication', since: authentication.at, output: authentication.output }
  const asked = control.asks.find(({ subtype }) => TOKEN_REQUESTS.has(subtype))
  return asked && { kind: 'authentication', since: asked.at, output: [] }
}

/** It lasts until its time is over, or until the model answers anyway. */
function rateLimitWait({ facts, activity, process }: SessionState, now: number): RateLimitWait | undefined {
  const { rateLimit } = facts
  if (rateLimit?.status !== 'rejected' || rateLimit.isUsingOverage === true) return undefined
  const { at: since } = rateLimit
  const until = limitedUntil(facts)
  if (until === undefined ? since < (process.startedAt ?? 0) : until <= now) return undefined
  if (activity.modelAt > since) return undefined
  return { kind: 'rate-limit', since, ...(until !== undefined && { until }) }
}

function tasksWait({ tasks }: SessionState): TasksWait | undefined {
  const running = tasks.list.filter(isRunning)
  const [oldest] = running
  if (!oldest) return undefined
  const { startedAt: since, description } = oldest
  return { kind: 'tasks', since, count: running.length, ...(description !== undefined && { description }) }
}
