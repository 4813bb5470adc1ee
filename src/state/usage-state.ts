/**
 * Cost and tokens. The CLI's figures are cumulative since its process started, so a session's are the sum over its
 * processes of the last figure of each.
 */
import type { AssistantMessage } from '../protocol/messages/assistant.ts'
import type { ResultMessage } from '../protocol/messages/result.ts'
import type { StdoutMessage } from '../protocol/stdout.ts'
import {
  addFigures,
  addTokens,
  type Figures,
  figuresAfter,
  growth,
  hasRestarted,
  type Tokens,
} from './cumulative-figures.ts'
import type { SessionEvent } from './events.ts'
import { isOtherConversation } from './facts.ts'
import { type CopyBut, type Mutable, merged, numberIn, objectIn, objectsIn, textIn } from './fields.ts'
import { emptyState, type SessionState } from './session-state.ts'

/** How full the model's window is, as of its last answer. */
export interface ContextMeter {
  readonly tokens: number
  /** Not known before the first result. */
  readonly window?: number
  /** Derived from the last answer; otherwise the CLI's own account. */
  readonly isEstimate: boolean
  readonly at: number
}
/** A tool call that was denied. */
export interface Denial {
  readonly toolName: string
  readonly toolUseId?: string
  readonly input?: unknown
  readonly at: number
}
/** What the session has used: cost, tokens, context window. */
export interface UsageState {
  /** Of the processes before, and of this one. */
  readonly before: Figures
  readonly process: Figures
  readonly context?: ContextMeter
  /** What the answers of the running turn took so far. Not final: for estimates only. */
  readonly running: { readonly messageId?: string; readonly last: Tokens; readonly earlier: Tokens }
  readonly denials: { readonly count: number; readonly last: readonly Denial[] }
  /** Context windows by model, from results. */
  readonly windows: { readonly [model: string]: number }
}

/** Before the first result, and of a new process. */
const NONE = emptyState.usage
const MAX_DENIALS = 50

/** What this result adds to the cost of the session. */
export function costShare({ process }: UsageState, result: ResultMessage): number | undefined {
  if (numberIn(result.total_cost_usd) === undefined) return undefined
  return growth(process, figuresAfter(process, result)).costUsd
}

export function foldUsage(state: SessionState, event: SessionEvent, before: SessionState): UsageState {
  const { usage, facts } = state
  if (event.kind === 'process-started' || event.kind === 'process-exited') return closed(usage)
  if (event.kind !== 'received') return usage
  const { message, at } = event
  const isInit = message.type === 'system' && message.subtype === 'init'
  if (usage.context && isInit && isOtherConversation(state, before)) return emptied(usage, 0, at)
  return afterMessage(usage, message, at, facts.model)
}

function closed(usage: UsageState): UsageState {
  if (usage.process === NONE.process && usage.running === NONE.running) return usage
  return {
    ...usage,
    before: addFigures(usage.before, usage.process),
    process: NONE.process,
    running: NONE.running,
  }
}

function afterMessage(
  usage: UsageState,
  message: StdoutMessage,
  at: number,
  model: string | undefined,
): UsageState {
  if (message.type === 'assistant') return afterAnswer(usage, message, at)
  if (message.type === 'result') return afterResult(usage, message, at, model)
  if (message.type === 'conversation_reset') return emptied(usage, 0, at)
  if (message.type === 'control_response') return afterAccount(usage, message.response, at)
  if (message.type === 'system' && message.subtype === 'compact_boundary') {
    const left = numberIn(message.compact_metadata.post_tokens)
    return left === undefined ? usage : emptied(usage, left, at)
  }
  return usage
}

function emptied(usage: UsageState, tokens: number, at: number): UsageState {
  return { ...usage, context: merged(usage.context ?? { tokens, isEstimate: true, at }, { tokens, at }) }
}

/** Every block of an answer repeats the usage of its beginning: it counts once, and not as cost. */
function afterAnswer(usage: UsageState, message: AssistantMessage, at: number): UsageState {
  const { id, model } = message.message
  const last = tokensIn(message.message.usage)
  if (!last || model === '<synthetic>') return usage
  const { running: before } = usage
  const same = before.messageId !== undefined && before.messageId === id
  const earlier = same ? before.earlier : addTokens(before.earlier, before.last)
  const running = id === undefined ? { last, earlier } : { messageId: id, last, earlier }
  const after = copyUsage(usage)
  after.running = running
  if (message.parent_tool_use_id) return after
  const tokens = last.input + last.output + last.cacheRead + last.cacheCreation
  const window = windowOf(usage.windows, model) ?? usage.context?.window
  after.context =
    window === undefined ? { tokens, isEstimate: true, at } : { tokens, isEstimate: true, at, window }
  return after
}

function copyUsage({ before, process, running, denials, windows, context }: UsageState): Mutable<UsageState> {
  const copy: CopyBut<UsageState, 'context'> = { before, process, running, denials, windows }
  if (context !== undefined) copy.context = context
  return copy
}

/** There are few models, and to find a property by a name that was just read from JSON is slow. */
function windowOf(windows: UsageState['windows'], model: string | undefined): number | undefined {
  for (const name in windows) if (name === model) return windows[name]
  return undefined
}

function afterResult(
  usage: UsageState,
  result: ResultMessage,
  at: number,
  model: string | undefined,
): UsageState {
  const figures = figuresAfter(usage.process, result)
  const windows = windowsIn(usage.windows, result)
  const window = windowOf(windows, model)
  return merged<UsageState>(
    {
      ...usage,
      before: hasRestarted(usage.process, figures) ? addFigures(usage.before, usage.process) : usage.before,
      process: figures,
      windows,
      running: NONE.running,
      denials: withDenials(usage.denials, result, at),
    },
    { context: usage.context && window ? { ...usage.context, window } : undefined },
  )
}

/** The CLI's own account of its context, if this is one. */
function afterAccount(usage: UsageState, response: unknown, at: number): UsageState {
  const answer = objectIn(objectIn(response)?.response)
  const tokens = numberIn(answer?.totalTokens)
  const window = numberIn(answer?.maxTokens)
  if (tokens === undefined || window === undefined) return usage
  return { ...usage, context: { tokens, window, isEstimate: false, at } }
}

function windowsIn(known: UsageState['windows'], result: ResultMessage): UsageState['windows'] {
  const told = Object.entries(objectIn(result.modelUsage) ?? {})
    .map(([model, value]) => [model, numberIn(objectIn(value)?.contextWindow)] as const)
    .filter(([model, window]) => window !== undefined && known[model] !== window)
  return told.length === 0
    ? known
    : { ...known, ...(Object.fromEntries(told) as { [model: string]: number }) }
}

function withDenials(
  denials: UsageState['denials'],
  result: ResultMessage,
  at: number,
): UsageState['denials'] {
  const told = objectsIn(result.permission_denials) ?? []
  if (told.length === 0) return denials
  const patch = told.map(
    (it): Denial =>
      merged<Denial>(
        { toolName: textIn(it.tool_name) ?? '', at },
        { toolUseId: textIn(it.tool_use_id), input: objectIn(it.tool_input) },
      ),
  )
  return { count: denials.count + patch.length, last: [...denials.last, ...patch].slice(-MAX_DENIALS) }
}

function tokensIn(value: unknown): Tokens | undefined {
  const usage = objectIn(value)
  if (!usage) return undefined
  return {
    input: numberIn(usage.input_tokens) ?? 0,
    output: numberIn(usage.output_tokens) ?? 0,
    cacheRead: numberIn(usage.cache_read_input_tokens) ?? 0,
    cacheCreation: numberIn(usage.cache_creation_input_tokens) ?? 0,
  }
}
