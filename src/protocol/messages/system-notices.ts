/** System messages for a person to read: warnings, retries, refusals, hooks, local commands. */
import type { JsonObject, OpenString } from '../json.ts'
import type { DecisionReasonType } from '../permissions.ts'
import type { ShapeOf } from '../shape.ts'
import type { SystemEnvelope } from './envelope.ts'

/** A notice for the person, such as what a hook said. */
export interface SystemInformational extends SystemEnvelope<'informational'> {
  content: string
  level?: OpenString<'info' | 'notice' | 'suggestion' | 'warning' | 'error'>
  tool_use_id?: string
  prevent_continuation?: boolean
  tag?: string
}
/** A short notice that the terminal would show for some seconds. */
export interface SystemNotification extends SystemEnvelope<'notification'> {
  text: string
  key?: string
  priority?: string
  color?: string
  timeout_ms?: number
}
/** An API request failed; the CLI will retry it after `retry_delay_ms`. */
export interface SystemApiRetry extends SystemEnvelope<'api_retry'> {
  attempt: number
  max_retries: number
  retry_delay_ms: number
  error_status?: number | null
  error?: string
  no_response?: boolean
}
/** What old CLIs sent instead of `api_retry`. */
export interface SystemApiError extends SystemEnvelope<'api_error'> {
  error?: unknown
  level?: string
  retryInMs?: number
  retryAttempt?: number
  maxRetries?: number
}
/** The CLI denied a tool without asking anybody. */
export interface SystemPermissionDenied extends SystemEnvelope<'permission_denied'> {
  tool_name: string
  tool_use_id?: string
  agent_id?: string
  decision_reason_type?: DecisionReasonType
  decision_reason?: string
  message?: string
}
/** The model refused, and another model answers in its place. */
export interface SystemModelRefusalFallback extends SystemEnvelope<'model_refusal_fallback'> {
  original_model?: string
  fallback_model?: string
  scope?: string
  direction?: string
  content?: string
  /** Messages to remove from the transcript. */
  retracted_message_uuids?: string[]
  refused_user_message_uuid?: string
}
/** The model refused, and no other model takes over. */
export interface SystemModelRefusalNoFallback extends SystemEnvelope<'model_refusal_no_fallback'> {
  original_model?: string
  content?: string
  refused_user_message_uuid?: string
}
/** Output of a slash command that the CLI itself ran. */
export interface SystemLocalCommand extends SystemEnvelope<'local_command'> {
  content?: string
  level?: string
}
/** Output of a slash command that ran in the CLI itself. */
export interface SystemLocalCommandOutput extends SystemEnvelope<'local_command_output'> {
  content: string
}
/** A slow control request: it has started, or the CLI is retrying its API call. */
export interface SystemControlRequestProgress extends SystemEnvelope<'control_request_progress'> {
  request_id: string
  status: OpenString<'started' | 'api_retry'>
  attempt?: number
  max_retries?: number
  retry_delay_ms?: number
}
/** The person has answered a question of an MCP server elsewhere, such as on a web page. */
export interface SystemElicitationComplete extends SystemEnvelope<'elicitation_complete'> {
  mcp_server_name: string
  elicitation_id?: string
}
/** The progress of a plugin installation. */
export interface SystemPluginInstall extends SystemEnvelope<'plugin_install'> {
  status: string
  name?: string
  error?: string
}
/** Created by the official client, not by the CLI. */
export interface SystemMirrorError extends SystemEnvelope<'mirror_error'> {
  error?: string
  key?: unknown
}

interface SystemHook<S extends string> extends SystemEnvelope<S> {
  hook_name: string
  hook_event: string
  hook_id?: string
}
/** A command hook from the settings has started. */
export type SystemHookStarted = SystemHook<'hook_started'>
/** What a command hook has printed so far. */
export interface SystemHookProgress extends SystemHook<'hook_progress'> {
  stdout?: string
  stderr?: string
  output?: string
}
/** A command hook has finished. */
export interface SystemHookResponse extends SystemHook<'hook_response'> {
  stdout?: string
  stderr?: string
  output?: string
  exit_code?: number
  outcome?: OpenString<'success' | 'error' | 'cancelled'>
}
/** What the hooks at the end of the turn did; of old CLIs. */
export interface SystemStopHookSummary extends SystemEnvelope<'stop_hook_summary'> {
  hookCount?: number
  hookInfos?: JsonObject[]
  hookErrors?: unknown[]
  preventedContinuation?: boolean
  stopReason?: string
  hasOutput?: boolean
}

/** The `system` messages that are notices, by subtype. */
export interface SystemNoticeMessages {
  informational: SystemInformational
  notification: SystemNotification
  api_retry: SystemApiRetry
  api_error: SystemApiError
  permission_denied: SystemPermissionDenied
  model_refusal_fallback: SystemModelRefusalFallback
  model_refusal_no_fallback: SystemModelRefusalNoFallback
  local_command: SystemLocalCommand
  local_command_output: SystemLocalCommandOutput
  control_request_progress: SystemControlRequestProgress
  elicitation_complete: SystemElicitationComplete
  plugin_install: SystemPluginInstall
  mirror_error: SystemMirrorError
  hook_started: SystemHookStarted
  hook_progress: SystemHookProgress
  hook_response: SystemHookResponse
  stop_hook_summary: SystemStopHookSummary
}
const hookShape = { hook_name: 'string', hook_event: 'string' } as const
export const systemNoticeShapes: { [S in keyof SystemNoticeMessages]: ShapeOf<SystemNoticeMessages[S]> } = {
  informational: { content: 'string' },
  notification: { text: 'string' },
  api_retry: { attempt: 'number', max_retries: 'number', retry_delay_ms: 'number' },
  api_error: {},
  permission_denied: { tool_name: 'string' },
  model_refusal_fallback: {},
  model_refusal_no_fallback: {},
  local_command: {},
  local_command_output: { content: 'string' },
  control_request_progress: { request_id: 'string', status: 'string' },
  elicitation_complete: { mcp_server_name: 'string' },
  plugin_install: { status: 'string' },
  mirror_error: {},
  hook_started: hookShape,
  hook_progress: hookShape,
  hook_response: hookShape,
  stop_hook_summary: {},
}
