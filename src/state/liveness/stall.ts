/**
 * When silence is worth a word, and whether the CLI is there. Before a client says that a session has stalled it sends a
 * probe: a control request that costs nothing, whose `request_id` begins with `probe-`. Probes and their answers do not
 * count as life of the model and do not end the silence.
 */
import { limitedUntil } from '../facts.ts'
import type { SessionState } from '../session-state.ts'
import type { Wait } from './waits.ts'

/** When silence counts as a stall. */
export interface StallOptions {
  /** How long the model may be silent, in milliseconds. Default 120 s; `Infinity` for ever. */
  readonly stallAfter?: number
  /** How long the CLI has to answer a probe. Default 10 s. */
  readonly probeTimeout?: number
}

/** The session has been silent for too long. */
export interface Stalled {
  /** When the silence began. */
  readonly since: number
  /** True: the CLI answers, but waits for the model. False: it does not answer. Null: nobody has asked it. */
  readonly answers: boolean | null
}

/** How long the model may be silent before the CLI is probed, in milliseconds. */
export const STALL_AFTER = 120_000
/** How long the CLI has to answer a probe, in milliseconds. */
export const PROBE_TIMEOUT = 10_000

/** Since when nothing has come, where it is the model that is awaited. Undefined: something else is. */
function silentSince(state: SessionState, wait: Wait, now: number): number | undefined {
  const since = lastSign(state, wait, now)
  // A process that the host had stopped could say nothing.
  return since === undefined ? undefined : Math.max(since, state.process.continuedAt ?? 0)
}

function lastSign({ activity, control, facts }: SessionState, wait: Wait, now: number): number | undefined {
  switch (wait.kind) {
    case 'model':
    case 'text':
    case 'thinking':
    case 'tool-input': {
      const limit = limitedUntil(facts) ?? 0
      return Math.max(activity.lastEventAt, wait.since, limit <= now ? limit : 0)
    }
    case 'api-retry':
      return Math.max(activity.lastEventAt, wait.nextAt)
    case 'rate-limit':
      return wait.until
    case 'start': {
      // A CLI that was not asked anything says nothing.
      const asked = control.calls.find(({ subtype }) => subtype === 'initialize')
      return asked && Math.max(activity.lastEventAt, asked.at)
    }
    default:
      return undefined
  }
}

export function stallOf(
  state: SessionState,
  wait: Wait,
  now: number,
  { stallAfter = STALL_AFTER, probeTimeout = PROBE_TIMEOUT }: StallOptions,
): Stalled | undefined {
  const since = silentSince(state, wait, now)
  if (since === undefined || now - since < stallAfter) return undefined
  // It was asked to answer, and has not.
  if (wait.kind === 'start') return { since, answers: false }
  const { probe } = state.control
  if (!probe || probe.sentAt < since) {
    // A read-only client cannot probe. It reports the stall anyway, at the time when an answer would have been due.
    return now - since < stallAfter + probeTimeout ? undefined : { since, answers: null }
  }
  if (probe.answeredAt !== undefined) return { since, answers: true }
  if (now - probe.sentAt >= probeTimeout) return { since, answers: false }
  return probe.before !== undefined && probe.before >= since ? { since, answers: true } : undefined
}

/** An answer is good for as long as the silence that led to the question. */
export function probeDueAt(
  state: SessionState,
  wait: Wait,
  now: number,
  { stallAfter = STALL_AFTER }: StallOptions,
): number | undefined {
  const since = wait.kind === 'start' ? undefined : silentSince(state, wait, now)
  if (since === undefined) return undefined
  const { probe } = state.control
  if (!probe || probe.sentAt < since) return since + stallAfter
  return probe.answeredAt === undefined ? undefined : probe.sentAt + stallAfter
}
