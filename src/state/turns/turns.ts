/**
 * Turns, and which prompts each covers. The CLI says that in several ways: it echoes prompts (`isReplay`), newer versions
 * name them in init and result and tell their lifecycle, and old ones do not echo slash commands at all. Results and
 * prompts are not one to one: prompts are folded into a running turn or merged, and the CLI starts turns of its own.
 */
import { isLegacy } from '../../protocol/legacy.ts'
import type { AssistantMessage } from '../../protocol/messages/assistant.ts'
import type { ResultMessage } from '../../protocol/messages/result.ts'
import type { SystemMessage } from '../../protocol/messages/system.ts'
import type { UserMessage } from '../../protocol/messages/user.ts'
import type { StdoutMessage } from '../../protocol/stdout.ts'
import { isProbe } from '../control/control.ts'
import type { SessionEvent } from '../events.ts'
import { changed, numberIn, textIn, textsIn } from '../fields.ts'
import { appendValue, dropFirst, firstIndex, type List, lastValue } from '../list.ts'
import { hasKey } from '../lookup.ts'
import { emptyState, type SessionState } from '../session-state.ts'
import { costShare } from '../usage-state.ts'
import { coveredBy, untoldAtRest, untoldBefore } from './covered.ts'
import { endsBackgroundTask, isOfTask, mayStartTurn } from './own-turns.ts'
import {
  accepted,
  cancelled,
  forgotten,
  joined,
  lostWithProcess,
  type Prompts,
  settled,
  textOfContent,
  waiting,
} from './prompts.ts'
import { isInterruptMarker, type TurnResult, turnResult } from './result.ts'
import { completed, type Tracking, track, withTurns } from './tracking.ts'

/** From the CLI's `system/init` (or the first message of a reply) to its `result`. */
export interface Turn {
  /** Counts from 1 over the whole session. */
  readonly number: number
  /** Of the process that it ran in. */
  readonly generation: number
  readonly startedAt: number
  readonly endedAt?: number
  /** Uuids of the prompts that it covers. */
  readonly prompts: readonly string[]
  /** Nobody asked: a background task had ended. */
  readonly selfStarted: boolean
  readonly interrupted: boolean
  /** The code of a reply that failed. */
  readonly replyError?: string
  readonly result?: TurnResult
  /** It ended without a result. */
  readonly lost?: 'process-ended' | 'no-result'
}

/** The turn that runs, and those before it. */
export interface Turns {
  readonly current: Turn | null
  readonly past: List<Turn>
  readonly tracking: Tracking
}

/** Roughly how many of the newest turns are kept; their prompts are kept for longer. */
export function boundedTurns(state: SessionState, most: number): Pick<SessionState, 'turns' | 'prompts'> {
  const { turns, prompts } = state
  const over = turns.past.size - firstIndex(turns.past) - most
  if (over <= 0) return state
  const past = dropFirst(turns.past, over + (most >> 1))
  return { turns: { ...turns, past }, prompts: forgotten(prompts, past.size - KNOWN * most) }
}

/** For how many times as many turns the prompts are kept: the CLI may echo one again. */
const KNOWN = 16

/** Turns and prompts are folded together: each depends on the other. */
export function foldTurns(before: SessionState, event: SessionEvent): SessionState {
  const state = completed(before)
  switch (event.kind) {
    case 'process-started':
      return { ...state, turns: { ...state.turns, tracking: emptyState.turns.tracking } }
    case 'process-exited': {
      const after = closeWithoutResult(state, event.at, 'process-ended')
      return {
        ...after,
        prompts: lostWithProcess(after.prompts, event.generation, event.at),
        turns: { ...after.turns, tracking: emptyState.turns.tracking },
      }
    }
    case 'sent':
      return asksToStop(event) && state.turns.current ? track(state, { interrupting: true }) : state
    case 'received':
      return afterMessage(state, event.message, event.at)
    default:
      return state
  }
}

/** An interrupt, or a prompt that is to run at once: the running turn is stopped for it. */
function asksToStop({ message }: SessionEvent & { kind: 'sent' }): boolean {
  if (message.type === 'user') return message.priority === 'now'
  return message.type === 'control_request' && message.request.subtype === 'interrupt'
}

function afterMessage(state: SessionState, message: StdoutMessage, at: number): SessionState {
  switch (message.type) {
    case 'system':
      return afterSystem(state, message, at)
    case 'user':
      return afterUser(state, message, at)
    case 'command_lifecycle':
      return afterLifecycle(state, message.command_uuid, message.state, at)
    case 'result':
      return end(state, message, at)
    case 'control_response':
      return isProbe(message.response.request_id) ? afterProbe(state, at) : state
    case 'assistant':
      return withReplyError(withTurn(state, message, at), message)
    default:
      return withTurn(state, message, at)
  }
}

/** A reply may come before its turn was announced. */
function withTurn(state: SessionState, message: StdoutMessage, at: number): SessionState {
  return isReply(message) && !state.turns.current ? beginUnannounced(state, at) : state
}

function withReplyError(state: SessionState, { error, parent_tool_use_id }: AssistantMessage): SessionState {
  const { current } = state.turns
  const replyError = textIn(error)
  if (!current || replyError === undefined || !isMain(parent_tool_use_id)) return state
  return withTurns(state, { current: changed(current, { replyError }) })
}

/** Part of a turn of the main thread. Old CLIs open only their first turn with an init. */
function isReply(message: StdoutMessage): boolean {
  switch (message.type) {
    case 'assistant':
      return isMain(message.parent_tool_use_id) && !textIn(message.agent_id)
    case 'stream_event':
      return message.event.type === 'message_start' && isMain(message.parent_tool_use_id)
    case 'control_request':
      return message.request.subtype === 'can_use_tool' && !textIn(message.request.agent_id)
    default:
      return false
  }
}

function isMain(parent: unknown): boolean {
  return parent === undefined || parent === null
}

function afterSystem(state: SessionState, message: SystemMessage, at: number): SessionState {
  const { current } = state.turns
  switch (message.subtype) {
    case 'init':
      return begin(state, message.user_message_uuids, at)
    case 'task_notification': {
      // Between turns only: the model learns in the turn of a task that ends inside it.
      if (isLegacy(state.process.version) || !mayStartTurn(message)) return state
      return afterTaskEnd(current ? state : track(state, { taskEnded: true }), message)
    }
    case 'task_updated':
    case 'background_tasks_changed':
      return isLegacy(state.process.version) ? state : afterTaskEnd(state, message)
    case 'session_state_changed':
      return afterStateChange(track(state, { saysState: true }), message.state, at)
    default:
      return state
  }
}

function afterTaskEnd(state: SessionState, message: SystemMessage): SessionState {
  if (!endsBackgroundTask(state.tasks, message)) return state
  return track(state, { followUp: state.turns.current ? 'possible' : 'due' })
}

function afterStateChange(state: SessionState, said: string, at: number): SessionState {
  if (said === 'running') return track(state, { atRest: false })
  if (said !== 'idle') return state
  const { current, past, tracking } = state.turns
  // What was echoed between two turns, and was followed by none, had been run by an earlier process.
  const over = [...tracking.undecided, ...tracking.repeated].filter(
    (uuid) => !current?.prompts.includes(uuid),
  )
  let { prompts } = state
  for (const uuid of over) prompts = cancelled(prompts, uuid, at, 'already-run')
  // It has nothing left to run: what came untold before its last turn began was in that turn.
  const turn = current ?? lastValue(past)
  if (turn) prompts = settled(prompts, untoldBefore(turn, { ...state, prompts }), turn.number)
  // A turn that was only possible would have begun before. One that is due may begin yet: idle was the turn before.
  const followUp = tracking.followUp === 'possible' ? null : tracking.followUp
  const patch = { taskEnded: false, undecided: [], repeated: [], atRest: true, followUp }
  return track({ ...state, prompts }, { ...patch, saidIdle: current !== null })
}

/** The CLI has answered a probe. If it had said that it is idle, nothing more will come of what it had until then. */
function afterProbe(state: SessionState, at: number): SessionState {
  const after = state.turns.tracking.saidIdle
    ? track(closeWithoutResult(state, at, 'no-result'), { saidIdle: false })
    : state
  const { uuids, turn } = untoldAtRest(after)
  return turn ? { ...after, prompts: settled(after.prompts, uuids, turn.number) } : after
}

function begin(state: SessionState, names: unknown, at: number): SessionState {
  const before = state.turns.tracking.saidIdle ? closeWithoutResult(state, at, 'no-result') : state
  const { tracking } = before.turns
  const named = textsIn(names) ?? []
  const namesPrompts = tracking.namesPrompts || named.some((uuid) => isWaiting(before.prompts, uuid))
  const isAsked = named.length > 0 || tracking.undecided.length > 0
  // Such a CLI reports every prompt that it starts, unless the prompt has no uuid.
  const tells = namesPrompts || tracking.tellsLifecycle
  const isUntold = tells && !waiting(before.prompts).some(({ unnamed }) => unnamed)
  const after = track(opened(before, !isAsked && (tracking.taskEnded || isUntold), at), { namesPrompts })
  return named.reduce((joining, uuid) => join(joining, uuid, at), after)
}

/** The reply of a turn comes, and no init had come before it. */
function beginUnannounced(state: SessionState, at: number): SessionState {
  return opened(state, waiting(state.prompts).length === 0, at)
}

function opened(state: SessionState, selfStarted: boolean, at: number): SessionState {
  const { turns } = state
  const current = changed(turns.current ?? newTurn(state, at), { selfStarted })
  const after = track(withTurns(state, { current }), {
    taskEnded: false,
    undecided: [],
    saidIdle: false,
    atRest: false,
    followUp: null,
  })
  return turns.tracking.undecided.reduce((joining, uuid) => join(joining, uuid, at), after)
}

function isWaiting(prompts: Prompts, uuid: string): boolean {
  return waiting(prompts).some((prompt) => prompt.uuid === uuid)
}

function newTurn({ turns, process }: SessionState, startedAt: number): Turn {
  return {
    number: turns.past.size + 1,
    generation: process.generation,
    startedAt,
    prompts: [],
    selfStarted: false,
    interrupted: false,
  }
}

function join(state: SessionState, uuid: string, at: number): SessionState {
  const { turns, prompts } = state
  const { current } = turns
  if (!current || current.prompts.includes(uuid)) return state
  if (!isWaiting(prompts, uuid)) return state
  const turn = changed(current, { prompts: [...current.prompts, uuid] })
  return withTurns(state, { current: turn }, joined(prompts, uuid, turn.number, at))
}

function afterUser(state: SessionState, message: UserMessage, at: number): SessionState {
  const { current, tracking } = state.turns
  if (isInterruptMarker(message)) {
    if (!current || !isMain(message.parent_tool_use_id)) return state
    return withTurns(state, { current: changed(current, { interrupted: true }) })
  }
  const uuid = echoedPrompt(state.prompts, message)
  if (uuid === undefined) return state
  const isDated = message.timestamp !== undefined
  const after = track(state, { datesEchoes: tracking.datesEchoes || isDated })
  if (!current) return echoedBetween(after, uuid, isDated, at)
  // If the CLI reports lifecycles, they say what is in the turn. A prompt without a uuid has none: its echo has a new uuid.
  if (tracking.tellsLifecycle && uuid === message.uuid) return after
  if (isDated || (!tracking.datesEchoes && isNext(state.prompts, current, uuid))) return join(after, uuid, at)
  return tracking.repeated.includes(uuid) ? after : track(after, { repeated: [...tracking.repeated, uuid] })
}

/**
 * Prompts get their turns in order: one that is echoed while an older one waits, which the turn must be for, has run before. Until the
 * first reply is whole, nothing else tells that this CLI dates echoes.
 */
function isNext(prompts: Prompts, turn: Turn, uuid: string): boolean {
  return waiting(prompts).find((prompt) => !turn.prompts.includes(prompt.uuid))?.uuid === uuid
}

/** Between two turns: the beginning of a merged turn, or a prompt that is not run again. */
function echoedBetween(state: SessionState, uuid: string, isDated: boolean, at: number): SessionState {
  const { undecided: others, atRest } = state.turns.tracking
  if (others.includes(uuid)) return state
  // Early versions echo there nothing but what they do not run again, and no version dates that.
  const isRepeated = isLegacy(state.process.version) || (atRest && !isDated)
  if (isRepeated) return { ...state, prompts: cancelled(state.prompts, uuid, at, 'already-run') }
  return undecided(state, uuid)
}

/**
 * The prompt that this message is the echo of. Old CLIs echo without uuid or mark, and make a uuid where there was none:
 * then it is the first that waits, if it has the same text.
 */
export function echoedPrompt(prompts: Prompts, message: UserMessage): string | undefined {
  if (prompts.open.length === 0) return undefined
  const uuid = textIn(message.uuid)
  const open = waiting(prompts)
  if (open.some((prompt) => prompt.uuid === uuid)) return uuid
  if (message.isSynthetic || !isMain(message.parent_tool_use_id)) return undefined
  if (uuid !== undefined && hasKey(prompts.done, uuid)) return undefined
  const { content } = message.message
  if (typeof content !== 'string' && content.some(({ type }) => type === 'tool_result')) return undefined
  const text = textOfContent(content)
  const isMade = uuid !== undefined && message.isReplay === true
  const others = open.filter(({ status, unnamed }) => status !== 'running' && (!isMade || unnamed))
  if (others[0] && textOfContent(others[0].content) === text) return others[0].uuid
  // Of several that were merged, the last is echoed with the texts of all.
  return others.findLast(({ unnamed, content }) => unnamed && text.endsWith(`\n${textOfContent(content)}`))
    ?.uuid
}

function afterLifecycle(before: SessionState, uuid: string, said: string, at: number): SessionState {
  // A report about other prompts does not mean that ours will be reported.
  if (!isWaiting(before.prompts, uuid)) return before
  const state = track(before, { tellsLifecycle: true })
  const { turns, prompts } = state
  if (said === 'queued') return { ...state, prompts: accepted(prompts, uuid, at) }
  if (said === 'started') {
    // Inside a turn: it was folded into it.
    return turns.current ? join(state, uuid, at) : undecided(state, uuid)
  }
  // Of a prompt in the running turn: its result is yet to come.
  if (turns.current?.prompts.includes(uuid)) return state
  const why = said === 'completed' ? 'already-run' : said === 'refused' ? 'refused' : 'cancelled'
  const others = turns.tracking.undecided.filter((other) => other !== uuid)
  return track({ ...state, prompts: cancelled(prompts, uuid, at, why) }, { undecided: others })
}

function undecided(state: SessionState, uuid: string): SessionState {
  const others = state.turns.tracking.undecided
  return others.includes(uuid) ? state : track(state, { undecided: [...others, uuid] })
}

function end(state: SessionState, message: ResultMessage, at: number): SessionState {
  const { turns, prompts, usage } = state
  const { tracking } = turns
  const stopped = tracking.interrupting && message.subtype === 'error_during_execution'
  const { rateLimit } = state.facts
  const result = turnResult(message, {
    interrupted: stopped || (turns.current?.interrupted ?? false),
    costUsd: costShare(usage, message),
    replyError: turns.current?.replyError,
    resetsAt: rateLimit?.status === 'rejected' ? numberIn(rateLimit.resetsAt) : undefined,
  })
  // A result may come without a turn, when the CLI cannot even begin.
  const running = turns.current ?? newTurn(state, at)
  const covered = coveredBy(running, message, state)
  const turn = changed(running, {
    endedAt: at,
    prompts: covered,
    selfStarted: running.selfStarted || (covered.length === 0 && isOfTask(message)),
    interrupted: result.status === 'interrupted',
    result,
  })
  const past = appendValue(turns.past, turn)
  const after = withTurns(state, { current: null, past }, settled(prompts, covered, turn.number))
  return track(after, { interrupting: false, saidIdle: false })
}

function closeWithoutResult(state: SessionState, at: number, lost: NonNullable<Turn['lost']>): SessionState {
  const { turns, prompts } = state
  if (!turns.current) return state
  const turn = changed(turns.current, { endedAt: at, lost })
  // With the process its prompts are lost, which a host may send again. Otherwise the CLI is through with them.
  const left = lost === 'process-ended' ? prompts : settled(prompts, turn.prompts, turn.number)
  return withTurns(state, { current: null, past: appendValue(turns.past, turn) }, left)
}
