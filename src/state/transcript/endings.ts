/** What the end of a turn, of a task and of a process leaves of the transcript. */
import type { ResultMessage } from '../../protocol/messages/result.ts'
import type { SystemTaskNotification } from '../../protocol/messages/system-tasks.ts'
import type { ProcessExited } from '../events.ts'
import { objectsIn, textIn } from '../fields.ts'
import { lastValue } from '../list.ts'
import type { SessionState } from '../session-state.ts'
import { endCalls, endCallsOfTask, endCallsOfTurn } from './calls.ts'
import { cutDrafts } from './cut.ts'
import { dropDrafts } from './drafts.ts'
import type { NoticeItem } from './items.ts'
import { eventId, itemBase, type Moment } from './message-fields.ts'
import { type Notice, optional } from './notice.ts'
import { addItem, callNamed, lately, MAIN, setCall, type Transcript, threadOf } from './transcript.ts'
import { forgetNotAsked, unanswered } from './unanswered.ts'

/** No draft is left: what counts of them has come as messages, unless the turn was stopped before they could come. */
export function foldResult(
  transcript: Transcript,
  message: ResultMessage,
  moment: Moment,
  state: SessionState,
): Transcript {
  const written = lastValue(state.turns.past)?.interrupted
    ? cutDrafts(transcript, moment)
    : dropDrafts(transcript)
  let after = endCallsOfTurn(written, state, moment.at)
  for (const denied of objectsIn(message.permission_denials) ?? []) {
    after = withDenial(after, textIn(denied.tool_use_id), textIn(denied.tool_name), moment)
  }
  const notice = failureIn(message, state, after) ?? unanswered(after, state)
  const told = notice ? withNotice(after, notice, moment, textIn(message.uuid)) : after
  return forgetNotAsked(told, state)
}

/** A call that was stopped while it waited is among the denied ones too. */
function withDenial(
  transcript: Transcript,
  toolUseId: string | undefined,
  name: string | undefined,
  moment: Moment,
): Transcript {
  if (toolUseId !== undefined && callNamed(transcript, toolUseId)) {
    return setCall(transcript, toolUseId, (call) =>
      call.status === 'failed' || call.status === 'lost' ? { ...call, status: 'denied' } : call,
    )
  }
  // From a sub-agent whose calls are not sent.
  const text = `${name ?? 'A tool'} was not allowed`
  const detail = { ...optional('tool', name), ...optional('toolUseId', toolUseId) }
  const isTold = toolUseId !== undefined && isDenialTold(transcript, toolUseId)
  return isTold
    ? transcript
    : withNotice(transcript, { topic: 'denial', level: 'warning', text, detail }, moment)
}

/** How far back to look for the notice of a denial. */
const NEAR = 32

function isDenialTold(transcript: Transcript, toolUseId: string): boolean {
  for (const { item } of lately(transcript, MAIN, NEAR)) {
    if (item.kind !== 'notice' || item.topic !== 'denial') continue
    if ((item.detail as { toolUseId?: unknown } | undefined)?.toolUseId === toolUseId) return true
  }
  return false
}

/** An error that no earlier message has reported. An interrupt does not count as one. */
function failureIn(
  message: ResultMessage,
  { turns }: SessionState,
  transcript: Transcript,
): Notice | undefined {
  const result = lastValue(turns.past)?.result
  if (result?.status !== 'error') return undefined
  const text = result.text === '' ? result.subtype : result.text
  const items = threadOf(transcript, MAIN)
  const lastItem = lastValue(items)
  if (lastItem?.kind === 'notice' && lastItem.topic === 'error' && lastItem.text === text) return undefined
  return {
    topic: 'error',
    level: 'error',
    text,
    detail: { subtype: message.subtype, ...optional('reason', textIn(message.startup_failure_reason)) },
  }
}

/** A task is over. If its call still runs, the call's own result will show it. */
export function foldTaskEnd(
  transcript: Transcript,
  message: SystemTaskNotification,
  moment: Moment,
): Transcript {
  const { status } = message
  const toolUseId = textIn(message.tool_use_id)
  const call = toolUseId === undefined ? undefined : callNamed(transcript, toolUseId)
  const after =
    toolUseId === undefined
      ? transcript
      : endCallsOfTask(transcript, toolUseId, status === 'stopped' ? 'interrupted' : 'lost', moment.at)
  if (call?.status === 'running' || message.skip_transcript === true || message.ambient === true) return after
  const text = textIn(message.summary) || textIn(message.reason) || 'A background task ended'
  const notice: Notice = {
    topic: 'task',
    level: status === 'failed' ? 'warning' : 'info',
    text: `${text} (${status})`,
    detail: { taskId: message.task_id, status, ...optional('toolUseId', toolUseId) },
  }
  return withNotice(after, notice, moment, textIn(message.uuid))
}

/** The CLI says that it has stopped the task. The calls of its sub-agent are over too, even if nothing more is reported. */
export function foldTaskStop(
  transcript: Transcript,
  taskId: string | undefined,
  { at }: Moment,
  { tasks }: SessionState,
): Transcript {
  const toolUseId = tasks.list.find(({ id }) => id === taskId)?.toolUseId
  return toolUseId === undefined ? transcript : endCallsOfTask(transcript, toolUseId, 'interrupted', at)
}

export function withNotice(
  transcript: Transcript,
  notice: Notice,
  moment: Moment,
  uuid?: string,
  thread: string = MAIN,
): Transcript {
  const item: NoticeItem = { ...itemBase(moment, eventId(moment, uuid), uuid), kind: 'notice', ...notice }
  return addItem(transcript, thread, item)
}

/** Everything has stopped: unfinished text stays as it is, and no call gets its result. */
export function foldExit(transcript: Transcript, event: ProcessExited & Moment): Transcript {
  const ended = endCalls(cutDrafts(transcript, event), 'lost', event.at, () => true)
  const notice = exitNotice(event)
  return notice ? withNotice(ended, notice, event) : ended
}

/** Not for a process that a host closed or that exited normally. */
function exitNotice({ cause, exitCode, signal, stderr, error }: ProcessExited): Notice | undefined {
  if (cause === 'close' || (cause === 'exit' && exitCode === 0)) return undefined
  const how =
    error ?? (signal !== null ? `signal ${signal}` : exitCode !== null ? `exit code ${exitCode}` : 'unknown')
  const text = cause === 'spawn' ? `The process could not be started: ${how}` : `The process ended: ${how}`
  const detail = { cause, exitCode, signal, ...(stderr !== undefined && stderr !== '' && { stderr }) }
  return { topic: 'process', level: cause === 'kill' ? 'warning' : 'error', text, detail }
}
