import type { JsonObject, OpenString } from '../json.ts'
import type { ShapeOf } from '../shape.ts'
import { type ApiMessage, apiMessageShape, type StreamEvent, streamEventCheck } from '../stream.ts'
import type { Envelope } from './envelope.ts'

/** Why the API gave no answer. */
export type AssistantErrorCode = OpenString<
  | 'authentication_failed'
  | 'billing_error'
  | 'rate_limit'
  | 'overloaded'
  | 'server_error'
  | 'invalid_request'
  | 'max_output_tokens'
  | 'unknown'
>

/**
 * One finished content block (old CLIs: all blocks) of the message with this `message.id`. The CLI sends it before the block's
 * own `content_block_stop`, and its `usage` and `stop_reason` are not final.
 */
export interface AssistantMessage extends Envelope {
  type: 'assistant'
  message: ApiMessage
  /** The tool call that started the sub-agent that speaks; null in the main thread. */
  parent_tool_use_id?: string | null
  error?: AssistantErrorCode
  request_id?: string
  user_message_uuid?: string
  user_message_uuids?: string[]
  /** Uuids of messages that this one replaces. */
  supersedes?: string[]
  aborted?: boolean
  agent_id?: string
  subagent_type?: string
  task_description?: string
  resume_reason?: string
  /** The output of `/context` as data; `usage_report` is the same for `/usage`. */
  context_usage?: JsonObject
  usage_report?: JsonObject
}
export const assistantShape: ShapeOf<AssistantMessage> = { message: apiMessageShape }

/** Sent only with `--include-partial-messages`, and only for the main thread. */
export interface StreamEventMessage extends Envelope {
  type: 'stream_event'
  event: StreamEvent
  parent_tool_use_id?: string | null
  ttft_ms?: number
  user_message_uuid?: string
  user_message_uuids?: string[]
  api_message_id?: string
  abandoned_blocks?: unknown
  resume_reason?: string
}
export const streamEventShape: ShapeOf<StreamEventMessage> = { event: streamEventCheck }
