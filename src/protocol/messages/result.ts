import type { JsonObject, OpenString } from '../json.ts'
import type { PermissionDenial } from '../permissions.ts'
import type { ShapeOf } from '../shape.ts'
import type { StopReason } from '../stream.ts'
import type { ModelUsage, Usage } from '../usage.ts'
import type { Envelope } from './envelope.ts'

/** The known subtypes of a result. */
export const RESULT_SUBTYPES = [
  'success',
  'error_during_execution',
  'error_max_turns',
  'error_max_budget_usd',
  'error_max_structured_output_retries',
] as const
/** How a turn ended, as the CLI says it. */
export type ResultSubtype = (typeof RESULT_SUBTYPES)[number]

/** Why the turn ended. */
export type TerminalReason = OpenString<
  | 'completed'
  | 'api_error'
  | 'aborted_streaming'
  | 'aborted_tools'
  | 'hook_stopped'
  | 'max_turns'
  | 'blocking_limit'
>

/** The end of a turn. The subtype `success` does not mean that the turn succeeded: check `is_error`. */
export interface ResultMessage extends Envelope {
  type: 'result'
  subtype: OpenString<ResultSubtype>
  /** Authoritative: says whether the turn failed. */
  is_error: boolean
  /** The final text; absent in error results and interrupted turns. */
  result?: string
  /** Replaces `result` in error results. After an interrupt it holds an internal diagnostic that is not meant for people. */
  errors?: string[]
  num_turns?: number
  stop_reason?: StopReason | null
  /** The precise reason why the turn ended; absent if no model was called. */
  terminal_reason?: TerminalReason
  duration_ms?: number
  duration_api_ms?: number
  /** Cumulative since the process started, as are `modelUsage` and `duration_api_ms`. */
  total_cost_usd?: number
  /** Of this turn, for the main thread only. */
  usage?: Usage
  modelUsage?: { [model: string]: ModelUsage }
  permission_denials?: PermissionDenial[]
  structured_output?: unknown
  api_error_status?: number | null
  deferred_tool_use?: JsonObject
  user_message_uuid?: string
  user_message_uuids?: string[]
  queued_turn_count?: number
  result_index?: number
  local_command?: unknown
  credential_expires_at?: string | number
  fast_mode_state?: string
  origin?: JsonObject
  startup_failure_reason?: string
  invalid_config_file?: unknown
}
export const resultShape: ShapeOf<ResultMessage, 'type'> = { subtype: 'string', is_error: 'boolean' }
