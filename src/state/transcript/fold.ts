/** The transcript after one more event. Stream events are folded by `drafts.ts`. */
import type { SystemMessage } from '../../protocol/messages/system.ts'
import type { StdinMessage } from '../../protocol/stdin.ts'
import type { StdoutMessage } from '../../protocol/stdout.ts'
import { taskStopped } from '../control/control.ts'
import type { ReceivedNoise, ReceivedUnknown, SessionEvent } from '../events.ts'
import { isOtherConversation } from '../facts.ts'
import { textIn, textsIn } from '../fields.ts'
import { hookAnswer } from '../hook-answers.ts'
import { lookUp } from '../lookup.ts'
import type { SessionState } from '../session-state.ts'
import { foldAssistant } from './assistant.ts'
import { withBackground } from './background.ts'
import { endCall, foldApproval, foldProgress, withTaskId } from './calls.ts'
import { foldExit, foldResult, foldTaskEnd, foldTaskStop, withNotice } from './endings.ts'
import type { CompactionItem, RawItem } from './items.ts'
import { eventId, itemBase, type Moment } from './message-fields.ts'
import { noticeIn, resetNotice, unknownRequestNotice } from './notices.ts'
import { showPrompts } from './prompt-items.ts'
import { endRecalled, foldRecalled } from './recalled.ts'
import { remember } from './repeated.ts'
import { retract } from './retract.ts'
import { rewindNotice } from './rewind.ts'
import { addItem, lately, MAIN, setCall, type Transcript } from './transcript.ts'
import { noteSent } from './unanswered.ts'
import { foldUser } from './user.ts'

/** How far back to look for the notice of a reset. */
const NEAR = 4

export function foldTranscript(state: SessionState, event: SessionEvent, before: SessionState): Transcript {
  const shown = showPrompts(state.transcript, state, event, before)
  const after = withBackground(afterEvent(shown, event, state, before), state.tasks, before.tasks)
  return remember(after, event)
}

function afterEvent(
  transcript: Transcript,
  event: SessionEvent,
  state: SessionState,
  before: SessionState,
): Transcript {
  switch (event.kind) {
    case 'received':
      return afterMessage(transcript, event.message, event, state, before)
    case 'sent':
      return afterSent(transcript, event.message, event, state)
    case 'approval-answered':
      return foldApproval(transcript, event.id, state)
    case 'unknown':
    case 'noise':
      return addItem(transcript, MAIN, rawItem(event))
    case 'notice': {
      const { level, text, code } = event
      return withNotice(
        transcript,
        { topic: 'host', level, text, ...(code !== undefined && { detail: { code } }) },
        event,
      )
    }
    case 'recalled':
      return foldRecalled(transcript, event, state)
    case 'process-started':
      return before.process.status === 'none' ? endRecalled(transcript, event.at) : transcript
    case 'process-exited':
      return foldExit(transcript, event)
    default:
      return transcript
  }
}

function afterSent(
  transcript: Transcript,
  message: StdinMessage,
  moment: Moment,
  state: SessionState,
): Transcript {
  const after = noteSent(transcript, message, moment, state)
  if (message.type !== 'control_response') return after
  const { denies } = hookAnswer(state, message) ?? {}
  if (denies !== undefined) return endCall(after, denies, 'denied', moment.at)
  return foldApproval(after, message.response.request_id, state)
}

function rawItem(event: (ReceivedUnknown | ReceivedNoise) & Moment): RawItem {
  const uuid = event.kind === 'unknown' ? textIn(event.value.uuid) : undefined
  const value = event.kind === 'unknown' ? event.value : event.text
  const { reason } = event
  return {
    ...itemBase(event, eventId(event, uuid), uuid),
    kind: 'raw',
    value,
    ...(reason !== undefined && { reason }),
  }
}

function afterMessage(
  transcript: Transcript,
  message: StdoutMessage,
  moment: Moment,
  state: SessionState,
  before: SessionState,
): Transcript {
  switch (message.type) {
    case 'assistant':
      return foldAssistant(transcript, message, moment, state)
    case 'user':
      return foldUser(transcript, message, moment, state, before)
    case 'result':
      return foldResult(transcript, message, moment, state)
    case 'tool_progress':
      return foldProgress(transcript, message, moment)
    case 'control_request': {
      const unknown = unknownRequestNotice(message.request)
      return unknown
        ? withNotice(transcript, unknown, moment)
        : foldApproval(transcript, message.request_id, state)
    }
    case 'control_cancel_request':
      return foldApproval(transcript, message.request_id, state)
    case 'control_response': {
      const stopped = foldTaskStop(transcript, taskStopped(state, message), moment, state)
      const rewound = rewindNotice(state, message)
      const after = rewound ? withNotice(stopped, rewound, moment) : stopped
      return foldApproval(after, message.response.request_id, state)
    }
    case 'system':
      return afterSystem(transcript, message, moment, state, before)
    default:
      return noticed(transcript, message, moment)
  }
}

function afterSystem(
  transcript: Transcript,
  message: SystemMessage,
  moment: Moment,
  state: SessionState,
  before: SessionState,
): Transcript {
  switch (message.subtype) {
    case 'init':
      return isUntoldReset(state, before)
        ? withNotice(transcript, resetNotice(message.session_id), moment, textIn(message.uuid))
        : transcript
    case 'task_started':
      return withTaskId(transcript, message.tool_use_id, message.task_id)
    case 'task_notification':
      return foldTaskEnd(transcript, message, moment)
    case 'compact_boundary': {
      const uuid = textIn(message.uuid)
      const item: CompactionItem = {
        ...itemBase(moment, eventId(moment, uuid), uuid),
        kind: 'compaction',
        metadata: message.compact_metadata,
      }
      return addItem(transcript, MAIN, item)
    }
    case 'model_refusal_fallback':
      return noticed(retract(transcript, textsIn(message.retracted_message_uuids) ?? []), message, moment)
    case 'permission_denied': {
      const id = textIn(message.tool_use_id)
      const thread = id === undefined ? MAIN : (lookUp(transcript.calls, id)?.thread ?? MAIN)
      return noticed(id === undefined ? transcript : denied(transcript, id, moment), message, moment, thread)
    }
    default:
      return noticed(transcript, message, moment)
  }
}

/** For old CLIs this is the only sign of a new conversation; newer ones have reported it already. */
function isUntoldReset(state: SessionState, before: SessionState): boolean {
  if (!isOtherConversation(state, before)) return false
  for (const { item } of lately(state.transcript, MAIN, NEAR)) {
    if (item.kind === 'notice' && item.topic === 'reset') return false
  }
  return true
}

/** Its result may have come before. */
function denied(transcript: Transcript, id: string, { at }: Moment): Transcript {
  const after = endCall(transcript, id, 'denied', at)
  return setCall(after, id, (call) => (call.status === 'failed' ? { ...call, status: 'denied' } : call))
}

function noticed(transcript: Transcript, message: StdoutMessage, moment: Moment, thread = MAIN): Transcript {
  const notice = noticeIn(message)
  if (!notice) return transcript
  return withNotice(transcript, notice, moment, 'uuid' in message ? textIn(message.uuid) : undefined, thread)
}
