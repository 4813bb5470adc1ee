/** The small top-level message types: progress, status and news about the session. */
import type { JsonObject, OpenString } from '../json.ts'
import type { ShapeOf } from '../shape.ts'
import type { Envelope } from './envelope.ts'

/** A tool is still running. In a heartbeat, `parent_tool_use_id` has the real tool call. */
export interface ToolProgressMessage extends Envelope {
  type: 'tool_progress'
  tool_use_id: string
  tool_name: string
  elapsed_time_seconds: number
  parent_tool_use_id?: string | null
  heartbeat?: boolean
  task_id?: string
  subagent_retry?: unknown
}
export const toolProgressShape: ShapeOf<ToolProgressMessage> = {
  tool_use_id: 'string',
  tool_name: 'string',
  elapsed_time_seconds: 'number',
}

/** A short text on what the last tools did. */
export interface ToolUseSummaryMessage extends Envelope {
  type: 'tool_use_summary'
  summary: string
  preceding_tool_use_ids?: string[]
}
export const toolUseSummaryShape: ShapeOf<ToolUseSummaryMessage> = { summary: 'string' }

/** The progress of a sign-in. */
export interface AuthStatusMessage extends Envelope {
  type: 'auth_status'
  isAuthenticating: boolean
  output?: string[]
  error?: string | null
}
export const authStatusShape: ShapeOf<AuthStatusMessage> = { isAuthenticating: 'boolean' }

/** How much of a rate limit is used, and when it resets. */
export interface RateLimitInfo {
  status?: OpenString<'allowed' | 'allowed_warning' | 'rejected'>
  /** In seconds since 1970. */
  resetsAt?: number
  rateLimitType?: OpenString<'five_hour' | 'seven_day' | 'seven_day_opus' | 'seven_day_sonnet' | 'overage'>
  utilization?: number
  overageStatus?: string
  overageResetsAt?: number
  overageDisabledReason?: string
  isUsingOverage?: boolean
}
/** Where the account stands with its rate limits. */
export interface RateLimitMessage extends Envelope {
  type: 'rate_limit_event'
  rate_limit_info: RateLimitInfo
}
export const rateLimitShape: ShapeOf<RateLimitMessage> = { rate_limit_info: {} }

/** What the user may want to say next. Comes after the `result`. */
export interface PromptSuggestionMessage extends Envelope {
  type: 'prompt_suggestion'
  suggestion: string
}
export const promptSuggestionShape: ShapeOf<PromptSuggestionMessage> = { suggestion: 'string' }

/** The conversation starts again under another id, inside the same process. */
export interface ConversationResetMessage extends Envelope {
  type: 'conversation_reset'
  new_conversation_id: string
  trigger?: OpenString<'clear' | 'plan_mode_exit' | 'fresh_session' | 'onboarding'>
  user_message_uuid?: string
}
export const conversationResetShape: ShapeOf<ConversationResetMessage> = { new_conversation_id: 'string' }

/** The progress of a prompt that has a uuid. `completed` comes after the result. */
export interface CommandLifecycleMessage extends Envelope {
  type: 'command_lifecycle'
  command_uuid: string
  state: OpenString<'queued' | 'started' | 'completed' | 'cancelled' | 'discarded' | 'refused'>
  wakeup_source?: string
  scheduled_for?: string | number
}
export const commandLifecycleShape: ShapeOf<CommandLifecycleMessage> = {
  command_uuid: 'string',
  state: 'string',
}

/** The goal that the session works towards, or that it no longer has one. */
export interface ActiveGoalMessage extends Envelope {
  type: 'active_goal'
  value?: {
    condition?: string
    iterations?: number
    set_at?: string | number
    tokens_at_start?: number
    last_reason?: string
  } | null
}
export const activeGoalShape: ShapeOf<ActiveGoalMessage> = {}

/** Whether, and from how many tokens on, the conversation is compacted by itself. */
export interface AutocompactStateMessage extends Envelope {
  type: 'autocompact_state'
  value?: {
    enabled?: boolean
    effective_window?: number
    threshold?: number
    enforced?: boolean
    source?: string
  } | null
}
export const autocompactStateShape: ShapeOf<AutocompactStateMessage> = {}

/** Sent only with `--session-mirror`: lines that the CLI wrote to its transcript file. */
export interface TranscriptMirrorMessage extends Envelope {
  type: 'transcript_mirror'
  filePath: string
  entries: JsonObject[]
}
export const transcriptMirrorShape: ShapeOf<TranscriptMirrorMessage> = { filePath: 'string', entries: [{}] }

/** A heartbeat without content, in either direction. Local CLIs never send one. */
export interface KeepAliveMessage {
  type: 'keep_alive'
  startup_mark?: unknown
}
export const keepAliveShape: ShapeOf<KeepAliveMessage> = {}

/** Condensed output of old CLIs. */
export interface StreamlinedTextMessage extends Envelope {
  type: 'streamlined_text'
  text?: string
}
export const streamlinedTextShape: ShapeOf<StreamlinedTextMessage> = {}

/** What tools did, condensed; of old CLIs. */
export interface StreamlinedToolUseSummaryMessage extends Envelope {
  type: 'streamlined_tool_use_summary'
  tool_summary?: string
}
export const streamlinedToolUseSummaryShape: ShapeOf<StreamlinedToolUseSummaryMessage> = {}

/** How old CLIs answered malformed input. Current ones write to stderr and exit with code 1 instead. */
export interface ErrorMessage extends Envelope {
  type: 'error'
  error: { message?: string; type?: string }
}
export const errorShape: ShapeOf<ErrorMessage> = { error: {} }
