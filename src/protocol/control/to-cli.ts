/** Control requests from a host to the CLI. The type of the response follows from the subtype. */
import type { JsonObject, OpenString } from '../json.ts'
import type { McpMessage, McpServerConfig } from '../mcp.ts'
import { PERMISSION_MODES, type PermissionMode } from '../permissions.ts'
import { mismatch, OneOf, type ShapeOf, Variants } from '../shape.ts'
import type { ControlRequestEnvelope } from './envelope.ts'
import type { InitializeRequest, InitializeResponse, ModelInfo } from './initialize.ts'
import type * as answer from './responses.ts'

type Nothing = Record<never, never>
interface Ask<Request, Response = Nothing> {
  request: Request
  response: Response
}

/** Every subtype that a host may send. A version of the CLI ignores fields that it does not know. */
export interface HostRequests {
  initialize: Ask<InitializeRequest, InitializeResponse>
  interrupt: Ask<{ cancel_queued?: boolean }, answer.InterruptResponse>
  end_session: Ask<JsonObject & { reason?: string }>

  set_model: Ask<{ model?: string | null }, { model?: string }>
  set_permission_mode: Ask<{ mode: PermissionMode }, { mode?: OpenString<PermissionMode> }>
  set_max_thinking_tokens: Ask<{ max_thinking_tokens: number | null; thinking_display?: string }>
  set_color: Ask<{ color: string }>
  /**
   * For a folder that is not trusted the CLI returns `needs_trust`: ask the user, then send the request again with both trust
   * fields.
   */
  set_cwd: Ask<{ path: string; trust_accepted?: boolean; trusted_directory?: string }, answer.SetCwdResponse>
  set_has_subscribers: Ask<{ has_subscribers: boolean | null }>
  /** Only after `proactivity: true` in `initialize`. */
  set_proactivity_level: Ask<
    { level: OpenString<'ask' | 'default' | 'proactive'> },
    { level?: string; permissionMode?: OpenString<PermissionMode> }
  >
  set_mcp_permission_mode_override: Ask<
    { serverName: string; mode: 'default' | 'auto' | null },
    { warning?: string }
  >

  mcp_status: Ask<{ liveReply?: boolean }, answer.McpStatusResponse>
  mcp_set_servers: Ask<{ servers: { [name: string]: McpServerConfig } }, answer.McpSetServersResponse>
  /** One-way: the response does not contain the server's reply. */
  mcp_message: Ask<{ server_name: string; message: McpMessage }>
  mcp_reconnect: Ask<{ serverName: string }>
  mcp_toggle: Ask<{ serverName: string; enabled: boolean }>
  /** Without `tool`, 2.1.197 stops answering for good. The CLI checks no permission unless `check_permissions` is true. */
  mcp_call: Ask<
    {
      tool: string
      arguments?: JsonObject
      timeout_ms?: number
      expires_at?: number
      result_not_for_model?: boolean
      check_permissions?: boolean
      input_files?: unknown
      output_files?: unknown
    },
    answer.McpCallResponse
  >
  mcp_read_resource: Ask<{ serverName: string; uri: string }, { contents?: JsonObject[] }>

  rewind_files: Ask<{ user_message_id: string; dry_run?: boolean }, answer.RewindFilesResponse>
  /** Removes the prompt and everything after it from the conversation. Without the target, 2.1.197 stops answering for good. */
  rewind_conversation: Ask<{ target_message_uuid: string }, answer.RewindConversationResponse>
  cancel_async_message: Ask<{ message_uuid: string }, { cancelled?: boolean }>
  stop_task: Ask<{ task_id: string }>
  /** An action and not a query: moves running foreground tasks to the background. */
  background_tasks: Ask<{ tool_use_id?: string }, { backgrounded?: unknown }>
  get_task_output: Ask<{ task_id: string }, { output?: string; total_bytes?: number; truncated?: boolean }>

  get_context_usage: Ask<{ detail?: 'summary' | 'full' }, answer.ContextUsageResponse>
  get_usage: Ask<{ skip_behaviors?: boolean }, answer.UsageResponse>
  get_session_cost: Ask<Nothing, { text?: string }>
  get_settings: Ask<Nothing, answer.SettingsResponse>
  get_hooks_listing: Ask<Nothing, answer.HooksListingResponse>
  get_binary_version: Ask<Nothing, { version?: string; buildTime?: string }>
  get_status: Ask<JsonObject, answer.StatusResponse>
  get_plan: Ask<JsonObject, { exists?: boolean; content?: string; path?: string }>
  get_workspace_diff: Ask<JsonObject, answer.WorkspaceDiffResponse>
  list_models: Ask<Nothing, { models?: ModelInfo[] }>
  list_permission_rules: Ask<Nothing, answer.PermissionRulesResponse>
  read_file: Ask<{ path: string; max_bytes?: number; encoding?: string }, answer.ReadFileResponse>
  file_suggestions: Ask<{ query: string }, answer.FileSuggestionsResponse>
  export_conversation: Ask<JsonObject, { text?: string; default_filename?: string }>

  apply_flag_settings: Ask<{ settings: JsonObject }>
  update_settings: Ask<{ source: string; settings: JsonObject }>
  seed_read_state: Ask<{ path: string; mtime: number }>
  register_repo_root: Ask<
    {
      directory: string
      reload_claude_md?: boolean
      reload_plugins?: boolean
      reload_skills?: boolean
    },
    { directory?: string }
  >
  reload_plugins: Ask<
    { hold_on_cache_impact?: boolean; add_plugins?: unknown; refuse_if_busy?: boolean },
    answer.ReloadPluginsResponse
  >
  reload_skills: Ask<Nothing, { skills?: unknown[] }>
  reload_output_styles: Ask<Nothing, { available_output_styles?: string[] }>

  rename_session: Ask<{ title: string; source?: string; session_id?: string }>
  /** Asks the model for a title. Null: the model returned no usable title. */
  generate_session_title: Ask<{ description: string; persist?: boolean }, { title?: string | null }>
  /** Asks the model without adding to the conversation. `synthetic`: the CLI wrote the text itself, for example an error. */
  side_question: Ask<{ question: string }, { response?: string | null; synthetic?: boolean }>
  message_rated: Ask<{
    messageUuid: string
    sentiment: OpenString<'positive' | 'negative'>
    surface?: OpenString<'tool_use' | 'assistant_text'>
    cleared?: boolean
  }>
  remote_control: Ask<{ enabled?: boolean }, JsonObject>
}
/** The subtype of a known request from the host to the CLI. */
export type HostRequestSubtype = keyof HostRequests
/** The fields of a request of this subtype. */
export type HostRequestFields<S extends HostRequestSubtype> = HostRequests[S]['request']
/** What the CLI answers to a request of this subtype. */
export type HostResponse<S extends HostRequestSubtype> = HostRequests[S]['response']
/** A control request from the host to the CLI. */
export type HostRequest<S extends HostRequestSubtype = HostRequestSubtype> = {
  [N in S]: { subtype: N } & HostRequestFields<N>
}[S]
/** A `control_request` on stdin. */
export type HostControlRequest<S extends HostRequestSubtype = HostRequestSubtype> = ControlRequestEnvelope<
  HostRequest<S>
>

const requestShapes: { [S in HostRequestSubtype]: ShapeOf<HostRequestFields<S>, never> } = {
  initialize: {},
  interrupt: {},
  end_session: {},
  set_model: {},
  set_permission_mode: { mode: new OneOf(...PERMISSION_MODES) },
  set_max_thinking_tokens: { max_thinking_tokens: 'number|null' },
  set_color: { color: 'string' },
  set_cwd: { path: 'string' },
  set_has_subscribers: { has_subscribers: 'boolean|null' },
  set_proactivity_level: { level: 'string' },
  set_mcp_permission_mode_override: { serverName: 'string', mode: 'string|null' },
  mcp_status: {},
  mcp_set_servers: { servers: {} },
  mcp_message: { server_name: 'string', message: { jsonrpc: new OneOf('2.0') } },
  mcp_reconnect: { serverName: 'string' },
  mcp_toggle: { serverName: 'string', enabled: 'boolean' },
  mcp_call: { tool: 'string' },
  mcp_read_resource: { serverName: 'string', uri: 'string' },
  rewind_files: { user_message_id: 'string' },
  rewind_conversation: { target_message_uuid: 'string' },
  cancel_async_message: { message_uuid: 'string' },
  stop_task: { task_id: 'string' },
  background_tasks: {},
  get_task_output: { task_id: 'string' },
  get_context_usage: {},
  get_usage: {},
  get_session_cost: {},
  get_settings: {},
  get_hooks_listing: {},
  get_binary_version: {},
  get_status: {},
  get_plan: {},
  get_workspace_diff: {},
  list_models: {},
  list_permission_rules: {},
  read_file: { path: 'string' },
  file_suggestions: { query: 'string' },
  export_conversation: {},
  apply_flag_settings: { settings: {} },
  update_settings: { source: 'string', settings: {} },
  seed_read_state: { path: 'string', mtime: 'number' },
  register_repo_root: { directory: 'string' },
  reload_plugins: {},
  reload_skills: {},
  reload_output_styles: {},
  rename_session: { title: 'string' },
  generate_session_title: { description: 'string' },
  side_question: { question: 'string' },
  message_rated: { messageUuid: 'string', sentiment: 'string' },
  remote_control: {},
}
/** The subtypes of all known requests from the host to the CLI. */
export const HOST_REQUEST_SUBTYPES = Object.keys(requestShapes) as HostRequestSubtype[]

/** Returns which required field of a request is missing or wrong, or undefined. A wrong field can make the CLI exit. */
export function hostRequestProblem(request: { readonly subtype: string }): string | undefined {
  return mismatch(request, hostRequestCheck)
}
const hostRequestCheck = new Variants('subtype', 'open', requestShapes)

export const hostControlRequestShape: ShapeOf<HostControlRequest> = {
  request_id: 'string',
  request: hostRequestCheck,
}
