/** Results of tools, joined with their calls. */
import type { ContentBlock } from '../../protocol/blocks.ts'
import { isStopping } from '../control/control.ts'
import { type CopyBut, type Mutable, objectIn, objectsIn, textIn } from '../fields.ts'
import { hasKey } from '../lookup.ts'
import type { SessionState } from '../session-state.ts'
import { INTERRUPT_MARKER } from '../turns/result.ts'
import { wasDenied } from './calls.ts'
import type { CallItem, CallStatus, ToolItem } from './items.ts'
import { eventId, itemBase, type Moment, textOf } from './message-fields.ts'
import { addItem, callNamed, isCall, lately, MAIN, setCall, type Transcript } from './transcript.ts'

/** Of the CLI (`tool_result`), of the API (`web_search_tool_result`), and whatever kind comes next. */
export interface ResultBlock {
  readonly type: string
  readonly tool_use_id: string
  readonly content?: unknown
  readonly is_error?: unknown
}
/** The message that a result came with. */
interface ResultCarrier {
  readonly uuid?: unknown
  readonly tool_use_result?: unknown
}

export function isResultBlock(block: ContentBlock): block is ContentBlock & ResultBlock {
  return block.type.endsWith('tool_result') && 'tool_use_id' in block && typeof block.tool_use_id === 'string'
}

export function joinResult(
  transcript: Transcript,
  thread: string,
  block: ResultBlock,
  message: ResultCarrier,
  moment: Moment,
  state: SessionState,
): Transcript {
  const { tool_use_id: id } = block
  const { tool_use_result: toolUseResult } = message
  if (!callNamed(transcript, id)) {
    // Of a call that was taken back: so is its result.
    if (hasKey(transcript.calls, id)) return transcript
    const uuid = textIn(message.uuid)
    const value = toolUseResult === undefined ? block : { ...block, tool_use_result: toolUseResult }
    return addItem(transcript, thread, {
      ...itemBase(moment, eventId(moment, uuid), uuid),
      kind: 'raw',
      value,
      reason: 'the result of a call that is not known',
    })
  }
  const result = { content: block.content ?? '', isError: block.is_error === true }
  return setCall(transcript, id, (call) => {
    if (isSame(call, result)) return call
    const status = statusOf(call, block, message, state, transcript)
    const ended = call.kind === 'tool' ? copyTool(call) : { ...call }
    ended.status = status
    ended.endedAt = moment.at
    ended.result = result
    if (toolUseResult !== undefined) ended.toolUseResult = toolUseResult
    return withOwnResult(ended)
  })
}

type RareFields =
  | 'uuid'
  | 'approvalId'
  | 'decidedAt'
  | 'ranWith'
  | 'progress'
  | 'taskId'
  | 'background'
  | 'cut'
  | 'toolUseResult'
  | 'endedAt'
  | 'result'

/** Without its result and end, which change. */
function copyTool(call: ToolItem): Mutable<ToolItem> {
  const { id, at, seq, messageId, toolUseId, name, input, kind, status } = call
  const copy: CopyBut<ToolItem, RareFields> = { id, at, seq, messageId, toolUseId, name, input, kind, status }
  const { uuid, approvalId, decidedAt, ranWith, progress, taskId, background, cut, toolUseResult } = call
  if (uuid !== undefined) copy.uuid = uuid
  if (approvalId !== undefined) copy.approvalId = approvalId
  if (decidedAt !== undefined) copy.decidedAt = decidedAt
  if (ranWith !== undefined) copy.ranWith = ranWith
  if (progress !== undefined) copy.progress = progress
  if (taskId !== undefined) copy.taskId = taskId
  if (background !== undefined) copy.background = background
  if (cut !== undefined) copy.cut = cut
  if (toolUseResult !== undefined) copy.toolUseResult = toolUseResult
  return copy
}

function isSame(call: CallItem, result: { content: unknown; isError: boolean }): boolean {
  return (
    call.result?.isError === result.isError &&
    JSON.stringify(call.result.content) === JSON.stringify(result.content)
  )
}

/** What the tool's own result says about the question or the plan. */
function withOwnResult(call: CallItem): CallItem {
  if (call.kind === 'tool') return call
  const own = objectIn(call.toolUseResult)
  if (call.kind === 'question') {
    const answers = objectIn(own?.answers)
    return answers && Object.keys(answers).length > 0 ? { ...call, answers } : call
  }
  const plan = textIn(own?.plan)
  return plan === undefined ? call : { ...call, plan }
}

/** The CLI uses the same text for a call that was refused, stopped, or never started. */
const REJECTED = "The user doesn't want to "
const STOPPED = [INTERRUPT_MARKER, `Error: ${INTERRUPT_MARKER}`]
const DENIED = [
  /^Permission to use .* has been denied/,
  /^Claude requested permissions to .*, but you haven't granted it yet/,
  /^Tool permission request failed/,
  /^PreToolUse:\S+ hook (?:blocking )?error/,
]

function statusOf(
  call: CallItem,
  block: ResultBlock,
  message: ResultCarrier,
  state: SessionState,
  transcript: Transcript,
): CallStatus {
  if (block.is_error !== true) return 'done'
  if (call.status === 'denied' || wasDenied(call, state)) return 'denied'
  const told = statusBeside(message, call.toolUseId)
  if (told !== undefined) return told
  // Whatever the words: it ended because the turn was stopped.
  if (isStopping(state)) return 'interrupted'
  const text = textOf(block.content)
  if (text.startsWith(REJECTED) || STOPPED.some((start) => text.startsWith(start))) return 'interrupted'
  const isDenied = DENIED.some((pattern) => pattern.test(text)) || isReasonOfHook(transcript, call, text)
  return isDenied ? 'denied' : 'failed'
}

/** How far back to look for what a hook has printed. */
const HOOK_NEAR = 32

/** 100 gives only the reason of a hook that denied the call, and, if it is asked for hook events, what the hook printed. */
function isReasonOfHook(transcript: Transcript, call: CallItem, reason: string): boolean {
  for (const { item } of lately(transcript, MAIN, HOOK_NEAR)) {
    if (item.kind !== 'notice' || item.topic !== 'hook') continue
    const { hook, denies } = objectIn(item.detail) ?? {}
    if (denies === reason && hook === `PreToolUse:${call.name}`) return true
  }
  return false
}

/** Sources of a `reject` behind which there is no person and no rule. */
const NOBODY = new Set(['invalid_input', 'permission_updated_input_invalid', 'server_fallback_tombstone'])

/** Next to a result, newer CLIs report how the permission check ended and why the tool did not run. */
function statusBeside(message: ResultCarrier, toolUseId: string): CallStatus | undefined {
  const metas = objectsIn((message as { tool_result_meta?: unknown }).tool_result_meta) ?? []
  const meta = metas.find(({ id }) => id === toolUseId)
  const { decision, source } = objectIn(meta?.permission_decision) ?? {}
  if (decision === 'cancelled' || source === 'user_abort') return 'interrupted'
  if (decision === 'reject') return NOBODY.has(textIn(source) ?? '') ? 'failed' : 'denied'
  const kind = textIn(meta?.non_execution_kind)
  if (kind === 'user-rejected' || kind === 'cancelled') return 'interrupted'
  return kind === 'permission-rule' ? 'denied' : undefined
}

/** How far back to look for the results that came just before the marker of an interrupt. */
const NEAR = 16

/**
 * The marker of an interrupt has come. Some CLIs end a tool that was stopped with words of the tool's own before the mark. The
 * tool may have printed the same, so that only the calls right before the marker count.
 */
export function withStoppedCalls(transcript: Transcript, thread: string): Transcript {
  let after = transcript
  for (const { item } of lately(transcript, thread, NEAR)) {
    if (!isCall(item)) break
    if (item.status !== 'failed' || !textOf(item.result?.content).includes(INTERRUPT_MARKER)) continue
    after = setCall(after, item.toolUseId, (call) => ({ ...call, status: 'interrupted' }))
  }
  return after
}
