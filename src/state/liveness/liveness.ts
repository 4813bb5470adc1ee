/**
 * What the session does now, and what it waits for: derived here and nowhere else. Time passing is no event, so `now` is
 * an argument. A dead process is `disconnected`, no matter what came before.
 *
 * Silence alone is not death. A person, a tool, a hook, a retry within its delay and a compaction may take as long as they
 * take: they age. A long silence while waiting for the model is `stalled`, once a probe has shown whether the CLI responds.
 */
import { endReason, isCleanEnd } from '../ending.ts'
import { lastValue } from '../list.ts'
import type { SessionState } from '../session-state.ts'
import { isRunning } from '../tasks.ts'
import { waiting } from '../turns/prompts.ts'
import type { Turn } from '../turns/turns.ts'
import { approvalWait, diskWait, idleWait, startWait, workWait } from './find-wait.ts'
import { probeDueAt, type Stalled, type StallOptions, stallOf } from './stall.ts'
import type { DiskWait, Wait } from './waits.ts'

/** What a session does, in one word. */
export type LivenessStatus =
  | 'starting'
  | 'ready'
  | 'thinking'
  | 'streaming'
  | 'awaiting-approval'
  | 'idle'
  | 'stalled'
  | 'error'
  | 'disconnected'

/** What a session does now, what it waits for and since when. */
export interface Liveness {
  readonly status: LivenessStatus
  /** What for, if it waits for anything but a prompt. */
  readonly wait: Wait | null
  /** Since when it has this status or waits for this. */
  readonly since: number
  /** The last message of the CLI; before the first, the start of its process. 0: there was none yet. */
  readonly lastEventAt: number
  readonly stalled?: Stalled
  /** Of `error` and `disconnected`, in words; of a retry, what failed. */
  readonly reason?: string
  /** Of `disconnected`: it ended as it should. */
  readonly clean?: boolean
}

/** When silence counts as a stall. */
export type LivenessOptions = StallOptions

/**
 * When the CLI is to be asked whether it is there, if nothing comes until then. A client then sends a cheap control
 * request with an id that begins with `probe-`. Undefined: silence means nothing now.
 */
export function nextProbe(
  state: SessionState,
  now: number,
  options: LivenessOptions = {},
): number | undefined {
  const { wait } = answer(state, now, options)
  return wait ? probeDueAt(state, wait, now, options) : undefined
}

type Answer = Omit<Liveness, 'lastEventAt'>

/** Derives what the session does at this moment from its state. */
export function liveness(state: SessionState, now: number, options: LivenessOptions = {}): Liveness {
  const lastEventAt = state.activity.lastEventAt || (state.process.startedAt ?? 0)
  return { ...answer(state, now, options), lastEventAt }
}

function answer(state: SessionState, now: number, options: LivenessOptions): Answer {
  const { process } = state
  if (process.status !== 'running') return gone(state)
  const going = whileGoing(state, now, options)
  const wait = diskWait(state)
  return wait ? paused(going, wait) : going
}

/** Work in progress has stopped until a person makes room. An idle session stays idle. */
function paused({ status, reason }: Answer, wait: DiskWait): Answer {
  const isUnderWay = status === 'starting' || status === 'thinking' || status === 'streaming'
  return {
    status: isUnderWay ? 'stalled' : status,
    wait,
    since: wait.since,
    ...(status === 'error' && reason !== undefined && { reason }),
  }
}

function whileGoing(state: SessionState, now: number, options: LivenessOptions): Answer {
  const asked = approvalWait(state)
  if (asked) return { status: 'awaiting-approval', wait: asked, since: asked.since }
  if (isStarting(state)) return starting(state, now, options)
  if (isWorking(state)) return working(state, now, options)
  return resting(state, now)
}

function gone(state: SessionState): Answer {
  const { process } = state
  const since = process.ended?.at ?? 0
  if (!process.ended) return { status: 'disconnected', wait: null, since, reason: 'not started', clean: true }
  const clean = isCleanEnd(state)
  return { status: 'disconnected', wait: null, since, reason: endReason(state), clean }
}

/** It has neither answered `initialize` nor begun to work without it. */
function isStarting({ process, turns }: SessionState): boolean {
  if (process.initializedAt !== undefined || process.initializeError !== undefined) return false
  return !turns.current && lastTurn(turns.past, process.generation) === undefined
}

function starting(state: SessionState, now: number, options: LivenessOptions): Answer {
  const wait = startWait(state)
  const stalled = stallOf(state, wait, now, options)
  const { since } = wait
  return { status: stalled ? 'stalled' : 'starting', wait, since, ...(stalled && { stalled }) }
}

function isWorking({ turns, prompts, activity, tasks }: SessionState): boolean {
  // The CLI's own word that its turn is over, and nothing has shown otherwise since.
  if (activity.said?.state === 'idle') return turns.current === null && waiting(prompts).length > 0
  if (turns.current !== null || waiting(prompts).length > 0) return true
  // It also calls it running when only a sub-agent in the background does.
  return activity.said?.state === 'running' && !tasks.list.some(isRunning)
}

function working(state: SessionState, now: number, options: LivenessOptions): Answer {
  const wait = workWait(state, now)
  const { since } = wait
  const stalled = stallOf(state, wait, now, options)
  if (stalled) return { status: 'stalled', wait, since, stalled }
  const status = wait.kind === 'text' || wait.kind === 'tool-input' ? 'streaming' : 'thinking'
  const reason = wait.kind === 'api-retry' ? wait.error : undefined
  return { status, wait, since, ...(reason !== undefined && { reason }) }
}

function resting(state: SessionState, now: number): Answer {
  const { process, turns, activity } = state
  const wait = idleWait(state, now)
  // One that is still open is over by the CLI's own word.
  const turn = turns.current ?? lastTurn(turns.past, process.generation)
  const over = turns.current ? activity.said?.at : turn?.endedAt
  const since = over ?? process.initializedAt ?? process.startedAt ?? state.at
  const reason = trouble(state, turn)
  if (reason !== undefined) return { status: 'error', wait, since, reason }
  return { status: turn ? 'idle' : 'ready', wait, since: wait?.since ?? since }
}

/** Why the session is stuck although the process runs. */
function trouble({ process, activity, facts }: SessionState, turn: Turn | undefined): string | undefined {
  const { count, error } = activity.refusals
  const failed = turn?.result?.status === 'error'
  if (count > 1) return `authentication failed ${count} times in a row${error ? `: ${error}` : ''}`
  if (count === 1 && facts.authentication?.error !== undefined && error === facts.authentication.error)
    return `authentication failed: ${error}`
  if (failed) return turn.result?.text || `the turn ended with ${turn.result?.subtype}`
  if (turn === undefined && process.initializeError !== undefined)
    return `the CLI refused to start: ${process.initializeError}`
  return undefined
}

/** The last turn, if it ran in this process. */
function lastTurn(past: SessionState['turns']['past'], generation: number): Turn | undefined {
  const turn = lastValue(past)
  return turn?.generation === generation ? turn : undefined
}
