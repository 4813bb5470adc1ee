/**
 * What the CLI is doing in its main thread, as far as its messages show: what the model writes, which tools run, what is
 * retried. Liveness is derived from it. Folded after the slices that it looks at.
 */
import type { AssistantMessage, StreamEventMessage } from '../../protocol/messages/assistant.ts'
import type { ResultMessage } from '../../protocol/messages/result.ts'
import type { SystemMessage } from '../../protocol/messages/system.ts'
import type { UserMessage } from '../../protocol/messages/user.ts'
import type { StdoutMessage } from '../../protocol/stdout.ts'
import { byId } from '../approvals/approvals.ts'
import { appended, withoutIndex } from '../arrays.ts'
import { callAnswered, isProbe } from '../control/control.ts'
import type { SessionEvent } from '../events.ts'
import { changed, type Mutable, numberIn, objectIn, textIn } from '../fields.ts'
import { lastValue } from '../list.ts'
import { emptyState, type SessionState } from '../session-state.ts'
import { shortInput } from '../short-input.ts'
import { waiting } from '../turns/prompts.ts'
import { resultText } from '../turns/result.ts'
import { phaseAfter } from './stream-phase.ts'

/** What the model should send next. `model`: anything; the others: more of what it is writing. */
export interface Phase {
  readonly kind: 'model' | 'text' | 'thinking' | 'tool-input'
  readonly since: number
  /** Of `tool-input`: which tool it calls. */
  readonly name?: string
}
/** A tool that runs now. */
export interface RunningTool {
  readonly id: string
  readonly name: string
  /** In one short line. */
  readonly input: string
  /** Since it was called, or since a person allowed it. */
  readonly since: number
}
/** The API call failed and is retried. */
export interface Retry {
  readonly attempt: number
  readonly of: number
  readonly nextAt: number
  readonly since: number
  readonly status?: number
  readonly error?: string
}
/** A hook that the CLI runs itself. */
export interface RunningHook {
  readonly id: string
  readonly name: string
  readonly since: number
}

/** What the CLI was last seen doing. */
export interface Activity {
  /** The last message of the CLI, without probes. 0: none yet. */
  readonly lastEventAt: number
  /** When the model last began to answer. */
  readonly modelAt: number
  readonly phase: Phase | null
  readonly tools: readonly RunningTool[]
  readonly hooks: readonly RunningHook[]
  readonly retry: Retry | null
  readonly compactingSince: number | null
  /** What the CLI says of itself, until its messages show otherwise. */
  readonly said: { readonly state: string; readonly at: number } | null
  /** How often in a row a turn or a login failed for want of authentication. `inTurn`: so does the running turn. */
  readonly refusals: { readonly count: number; readonly error?: string; readonly inTurn?: true }
}

export function foldActivity(state: SessionState, event: SessionEvent): Activity {
  const { activity } = state
  switch (event.kind) {
    case 'process-started':
      return emptyState.activity
    case 'process-exited':
      return { ...emptyState.activity, lastEventAt: event.at }
    case 'sent':
      if (event.message.type === 'control_response')
        return answered(state, event.message.response.request_id, event.at)
      return event.message.type === 'user' ? prompted(state, event.at) : activity
    case 'approval-answered':
      return answered(state, event.id, event.at)
    case 'received':
      return afterMessage(state, event.message, event.at)
    case 'unknown':
    case 'noise':
      return state.process.status === 'ended' ? activity : heard(activity, event.at)
    default:
      return activity
  }
}

/** A message that is part of a reply. Most are: it is worth to leave the rest alone. */
export function foldActivityOfStream(activity: Activity, message: StreamEventMessage, at: number): Activity {
  const phase = phaseAfter(activity.phase, message, at)
  const begins = message.event.type === 'message_start'
  if (phase === activity.phase && !begins) return heard(activity, at)
  const after = copyActivity(activity, at)
  after.phase = phase
  after.retry = null
  after.said = unlessWorking(activity)
  if (begins) after.modelAt = at
  return after
}

function copyActivity(activity: Activity, lastEventAt: number): Mutable<Activity> {
  return {
    lastEventAt,
    modelAt: activity.modelAt,
    phase: activity.phase,
    tools: activity.tools,
    hooks: activity.hooks,
    retry: activity.retry,
    compactingSince: activity.compactingSince,
    said: activity.said,
    refusals: activity.refusals,
  }
}

/** That it is idle, or waits for a person, is shown to be wrong by its going on. */
function unlessWorking({ said }: Activity): Activity['said'] {
  return said?.state === 'running' ? said : null
}

function heard(activity: Activity, at: number): Activity {
  return activity.lastEventAt === at ? activity : copyActivity(activity, at)
}

function prompted({ activity, prompts, turns }: SessionState, at: number): Activity {
  const open = waiting(prompts)
  if (!open.some(({ sentAt }) => sentAt === at)) return activity
  const first = open.length === 1 && !turns.current
  return changed(activity, {
    phase: first ? { kind: 'model', since: at } : activity.phase,
    said: activity.said?.state === 'idle' ? null : activity.said,
  })
}

/** A tool begins to run when a person has allowed it. */
function answered(state: SessionState, id: string, at: number): Activity {
  const { activity, approvals } = state
  const approval = byId(state, id)
  if (approval?.status !== 'answered') return activity
  const { toolUseId, answer } = approval
  const said = approvals.pending.length === 0 && activity.said?.state === 'requires_action'
  const tools =
    answer.at === at && activity.tools.some((tool) => tool.id === toolUseId)
      ? activity.tools.map((tool) =>
          tool.id === toolUseId
            ? { ...tool, since: at, ...(answer.input && { input: shortInput(answer.input) }) }
            : tool,
        )
      : activity.tools
  if (!said && tools === activity.tools) return activity
  return changed(activity, { tools, said: said ? null : activity.said })
}

function afterMessage(state: SessionState, message: StdoutMessage, at: number): Activity {
  if (message.type === 'control_response' && isProbe(message.response.request_id)) return state.activity
  if (message.type === 'assistant') return afterAssistant(state.activity, message, at)
  if (message.type === 'user') return afterUser(state.activity, message, at)
  const activity = heard(state.activity, at)
  switch (message.type) {
    case 'stream_event':
      // The rest of a reply whose turn is over.
      return state.turns.current ? foldActivityOfStream(activity, message, at) : activity
    case 'system':
      return afterSystem(activity, message, at, state)
    case 'result':
      return afterResult(activity, message, at, state)
    case 'auth_status': {
      const error = textIn(message.error)
      if (error !== undefined && error !== '')
        return { ...activity, refusals: { count: activity.refusals.count + 1, error } }
      return message.isAuthenticating ? activity : { ...activity, refusals: emptyState.activity.refusals }
    }
    case 'control_response': {
      const { response } = message
      if (callAnswered(state, message)?.subtype !== 'initialize' || response.subtype !== 'success')
        return answered({ ...state, activity }, response.request_id, at)
      const said = textIn(objectIn(response.response)?.session_state)
      return said === undefined ? activity : changed(activity, { said: { state: said, at } })
    }
    default:
      return activity
  }
}

function afterSystem(activity: Activity, message: SystemMessage, at: number, state: SessionState): Activity {
  switch (message.subtype) {
    case 'init':
      return begun(activity, at, state)
    case 'status':
      return afterStatus(activity, message.status, at)
    case 'compact_boundary':
      return { ...activity, compactingSince: null }
    case 'api_retry':
      return retrying(activity, at, {
        attempt: message.attempt,
        of: message.max_retries,
        delay: message.retry_delay_ms,
        status: numberIn(message.error_status),
        error: textIn(message.error),
      })
    case 'api_error':
      return retrying(activity, at, {
        attempt: numberIn(message.retryAttempt) ?? 1,
        of: numberIn(message.maxRetries) ?? 1,
        delay: numberIn(message.retryInMs) ?? 0,
        error: textIn(message.error),
      })
    case 'thinking_tokens':
      if (activity.phase?.kind !== 'model') return activity
      return changed(activity, { phase: { kind: 'thinking', since: at }, retry: null })
    case 'session_state_changed':
      return changed(activity, { said: { state: message.state, at } })
    case 'hook_started': {
      const hook = { id: hookId(message), name: message.hook_event, since: at }
      return changed(activity, { hooks: [...activity.hooks, hook].slice(-MAX_HOOKS) })
    }
    case 'hook_response':
      return changed(activity, { hooks: activity.hooks.filter(({ id }) => id !== hookId(message)) })
    default:
      return activity
  }
}

const MAX_HOOKS = 50

function hookId({ hook_id: id, hook_name: name }: { hook_id?: string; hook_name: string }): string {
  return textIn(id) ?? name
}

function begun(activity: Activity, at: number, { turns }: SessionState): Activity {
  const isNew = turns.current?.startedAt === at
  // It takes the place of one that had no result, whose phase is over too.
  const isInPlace = isNew && lastValue(turns.past)?.endedAt === at
  return changed(activity, {
    phase: (isInPlace ? null : activity.phase) ?? { kind: 'model', since: at },
    tools: isNew ? [] : activity.tools,
    compactingSince: isNew ? null : activity.compactingSince,
    retry: null,
    said: activity.said?.state === 'idle' ? null : activity.said,
  })
}

function afterStatus(activity: Activity, status: string | null, at: number): Activity {
  if (status === 'compacting') return changed(activity, { compactingSince: activity.compactingSince ?? at })
  if (status === null) return changed(activity, { compactingSince: null })
  if (status !== 'requesting' || activity.phase?.kind === 'model') return activity
  return changed(activity, { phase: { kind: 'model', since: at } })
}

interface RetryNews {
  readonly attempt: number
  readonly of: number
  readonly delay: number
  readonly status?: number | undefined
  readonly error?: string | undefined
}

/** What the model had begun to write is void. */
function retrying(
  activity: Activity,
  at: number,
  { attempt, of, delay, status, error }: RetryNews,
): Activity {
  const retry = {
    attempt,
    of,
    nextAt: at + delay,
    since: at,
    ...(status !== undefined && { status }),
    ...(error !== undefined && { error }),
  }
  return changed(activity, { retry, phase: { kind: 'model', since: at } })
}

function afterAssistant(activity: Activity, message: AssistantMessage, at: number): Activity {
  if (typeof message.parent_tool_use_id === 'string' || textIn(message.agent_id) !== undefined)
    return heard(activity, at)
  const after = copyActivity(activity, at)
  after.phase = { kind: 'model', since: at }
  after.tools = withCalls(activity.tools, message, at)
  after.retry = null
  after.said = unlessWorking(activity)
  if (message.error === undefined) after.modelAt = at
  if (message.error === 'authentication_failed') after.refusals = { ...activity.refusals, inTurn: true }
  return after
}

function withCalls(
  tools: Activity['tools'],
  { message: { content } }: AssistantMessage,
  since: number,
): Activity['tools'] {
  let after = tools
  for (const block of content) {
    if (block.type !== 'tool_use' || indexOfTool(after, block.id) >= 0) continue
    after = appended(after, { id: block.id, name: block.name, input: shortInput(block.input), since })
  }
  return after
}

function indexOfTool(tools: Activity['tools'], id: string): number {
  for (let i = 0; i < tools.length; i++) if (tools[i]?.id === id) return i
  return -1
}

function afterUser(activity: Activity, { message: { content } }: UserMessage, at: number): Activity {
  if (typeof content === 'string' || activity.tools.length === 0) return heard(activity, at)
  let { tools } = activity
  for (const block of content) {
    const over = block.type === 'tool_result' ? indexOfTool(tools, block.tool_use_id) : -1
    if (over >= 0) tools = withoutIndex(tools, over)
  }
  if (tools === activity.tools) return heard(activity, at)
  // The model is asked again when the last of them is through, unless it is still writing the next call.
  const isWriting = activity.phase !== null && activity.phase.kind !== 'model'
  const after = copyActivity(activity, at)
  after.tools = tools
  if (tools.length === 0 && !isWriting) after.phase = { kind: 'model', since: at }
  return after
}

function afterResult(activity: Activity, message: ResultMessage, at: number, state: SessionState): Activity {
  const { inTurn, ...refusals } = activity.refusals
  const failed = message.is_error && (inTurn === true || numberIn(message.api_error_status) === 401)
  const passed = !message.is_error && message.num_turns !== 0
  return changed(activity, {
    // What waits in the CLI comes next.
    phase: waiting(state.prompts).length > 0 ? { kind: 'model', since: at } : null,
    tools: [],
    hooks: [],
    retry: null,
    compactingSince: null,
    said: null,
    refusals: failed
      ? { count: refusals.count + 1, error: resultText(message) }
      : passed
        ? emptyState.activity.refusals
        : refusals,
  })
}
