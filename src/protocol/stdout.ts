/** The messages that the CLI writes to its stdout. */
import {
  type ControlCancelMessage,
  type ControlResponseMessage,
  controlCancelShape,
  controlResponseShape,
} from './control/envelope.ts'
import { type CliControlRequest, cliControlRequestShape } from './control/to-host.ts'
import {
  type AssistantMessage,
  assistantShape,
  type StreamEventMessage,
  streamEventShape,
} from './messages/assistant.ts'
import * as notice from './messages/notices.ts'
import { type ResultMessage, resultShape } from './messages/result.ts'
import { type SystemMessage, systemCheck } from './messages/system.ts'
import { type UserMessage, userShape } from './messages/user.ts'
import type { Check, ShapeOf } from './shape.ts'

/** Distinguished by `type`, and system messages also by `subtype`. */
export type StdoutMessage =
  | SystemMessage
  | AssistantMessage
  | UserMessage
  | StreamEventMessage
  | ResultMessage
  | CliControlRequest
  | ControlResponseMessage
  | ControlCancelMessage
  | notice.ToolProgressMessage
  | notice.ToolUseSummaryMessage
  | notice.AuthStatusMessage
  | notice.RateLimitMessage
  | notice.PromptSuggestionMessage
  | notice.ConversationResetMessage
  | notice.CommandLifecycleMessage
  | notice.ActiveGoalMessage
  | notice.AutocompactStateMessage
  | notice.TranscriptMirrorMessage
  | notice.KeepAliveMessage
  | notice.StreamlinedTextMessage
  | notice.StreamlinedToolUseSummaryMessage
  | notice.ErrorMessage
/** The type of a message from the CLI. */
export type StdoutType = StdoutMessage['type']

type MessageNamed<T> = Extract<StdoutMessage, { type: T }>
export const stdoutShapes: {
  [T in StdoutType]: T extends 'system' ? Check : ShapeOf<MessageNamed<T>> | ShapeOf<MessageNamed<T>, 'type'>
} = {
  system: systemCheck,
  assistant: assistantShape,
  user: userShape,
  stream_event: streamEventShape,
  result: resultShape,
  control_request: cliControlRequestShape,
  control_response: controlResponseShape,
  control_cancel_request: controlCancelShape,
  tool_progress: notice.toolProgressShape,
  tool_use_summary: notice.toolUseSummaryShape,
  auth_status: notice.authStatusShape,
  rate_limit_event: notice.rateLimitShape,
  prompt_suggestion: notice.promptSuggestionShape,
  conversation_reset: notice.conversationResetShape,
  command_lifecycle: notice.commandLifecycleShape,
  active_goal: notice.activeGoalShape,
  autocompact_state: notice.autocompactStateShape,
  transcript_mirror: notice.transcriptMirrorShape,
  keep_alive: notice.keepAliveShape,
  streamlined_text: notice.streamlinedTextShape,
  streamlined_tool_use_summary: notice.streamlinedToolUseSummaryShape,
  error: notice.errorShape,
}
