/** Control requests from the CLI to its host. */
import type { HookOutput } from '../hooks.ts'
import type { JsonObject, OpenString, Unlisted } from '../json.ts'
import type { McpMessage } from '../mcp.ts'
import type { DecisionReasonType, PermissionResult, PermissionUpdate } from '../permissions.ts'
import { OneOf, type ShapeOf, Variants } from '../shape.ts'
import type { ControlRequestEnvelope } from './envelope.ts'

/** The CLI asks whether a tool may run. The turn waits for the answer, without limit. */
export interface CanUseToolRequest {
  subtype: 'can_use_tool'
  tool_name: string
  /** Normalised (with absolute paths), so it may differ from the input in the assistant's message. */
  input: JsonObject
  tool_use_id?: string
  /** Permission updates that the host may send back to remember the decision. Sending all of them may also switch the mode. */
  permission_suggestions?: PermissionUpdate[]
  blocked_path?: string
  decision_reason?: string
  decision_reason_type?: DecisionReasonType
  decision_reason_hook_event?: string
  title?: string
  display_name?: string
  description?: string
  /** The sub-agent that asks. */
  agent_id?: string
  mcp_server?: { name: string; source?: string }
  /** A person must decide: the host must not answer by a rule. */
  requires_user_interaction?: boolean
  default_to_no?: boolean
  suppress_always_allow_rule?: boolean
  matched_ask_rule?: unknown
  classifier_approvable?: boolean
  server_policy_ask_only?: boolean
}
/** The CLI runs a hook that the host registered. */
export interface HookCallbackRequest {
  subtype: 'hook_callback'
  callback_id: string
  /** Narrow it with `isHookInput`. */
  input: JsonObject
  /** A random id for events that concern no tool. */
  tool_use_id?: string
}
/** A JSON-RPC message for an MCP server that runs in the host. */
export interface McpMessageToHost {
  subtype: 'mcp_message'
  server_name: string
  /** The host must answer a notification too, or the CLI marks the server as failed. */
  message: McpMessage
}
/** An MCP server asks the person to fill in a form or open an address. */
export interface ElicitationRequest {
  subtype: 'elicitation'
  mcp_server_name: string
  message: string
  mode?: OpenString<'form' | 'url'>
  url?: string
  elicitation_id?: string
  requested_schema?: JsonObject
  property_order?: string[]
  title?: string
  display_name?: string
  description?: string
}
/** The user's answer to an MCP server. */
export interface ElicitationResult {
  action: 'accept' | 'decline' | 'cancel'
  content?: JsonObject
}
/** The CLI sends it only for the kinds listed in `initialize.supportedDialogKinds`. */
export interface UserDialogRequest {
  subtype: 'request_user_dialog'
  dialog_kind: string
  payload?: unknown
  tool_use_id?: string
}
/** How a dialog ended. */
export type UserDialogResult = { behavior: 'completed'; result: unknown } | { behavior: 'cancelled' }

/** Requests that the CLI sends only to a host that opted in, by environment or by attaching; their fields are open. */
export interface OptInRequest<S extends string> {
  subtype: S
  [field: string]: unknown
}
/** A control request of a subtype that this version does not know. */
export interface UnlistedCliRequest {
  subtype: Unlisted
  [field: string]: unknown
}

/** Every subtype that the CLI may send to its host, with the response that it expects. */
export interface CliRequests {
  can_use_tool: { request: CanUseToolRequest; response: PermissionResult }
  hook_callback: { request: HookCallbackRequest; response: HookOutput }
  mcp_message: { request: McpMessageToHost; response: { mcp_response: McpMessage } }
  elicitation: { request: ElicitationRequest; response: ElicitationResult }
  request_user_dialog: { request: UserDialogRequest; response: UserDialogResult }
  oauth_token_refresh: { request: OptInRequest<'oauth_token_refresh'>; response: JsonObject }
  host_auth_token_refresh: { request: OptInRequest<'host_auth_token_refresh'>; response: JsonObject }
  remote_control_work_secret: { request: OptInRequest<'remote_control_work_secret'>; response: JsonObject }
  remote_tool_call: { request: OptInRequest<'remote_tool_call'>; response: JsonObject }
  remote_plumbing_call: { request: OptInRequest<'remote_plumbing_call'>; response: JsonObject }
  remote_tools_probe: { request: OptInRequest<'remote_tools_probe'>; response: JsonObject }
  remote_tools_reannounce: { request: OptInRequest<'remote_tools_reannounce'>; response: JsonObject }
}
/** The subtype of a known request from the CLI to the host. */
export type CliRequestSubtype = keyof CliRequests
/** A control request from the CLI to the host. */
export type CliRequest = CliRequests[CliRequestSubtype]['request'] | UnlistedCliRequest
/** What the host answers to a request of this subtype. */
export type CliResponse<S extends CliRequestSubtype> = CliRequests[S]['response']
/** A `control_request` on stdout. */
export type CliControlRequest = ControlRequestEnvelope<CliRequest>

const optIn: ShapeOf<OptInRequest<string>> = {}
const requestShapes: { [S in CliRequestSubtype]: ShapeOf<CliRequests[S]['request']> } = {
  can_use_tool: { tool_name: 'string', input: {} },
  hook_callback: { callback_id: 'string', input: {} },
  mcp_message: { server_name: 'string', message: { jsonrpc: new OneOf('2.0') } },
  elicitation: { mcp_server_name: 'string', message: 'string' },
  request_user_dialog: { dialog_kind: 'string' },
  oauth_token_refresh: optIn,
  host_auth_token_refresh: optIn,
  remote_control_work_secret: optIn,
  remote_tool_call: optIn,
  remote_plumbing_call: optIn,
  remote_tools_probe: optIn,
  remote_tools_reannounce: optIn,
}
/** The subtypes of all known requests from the CLI to the host. */
export const CLI_REQUEST_SUBTYPES = Object.keys(requestShapes) as CliRequestSubtype[]

export const cliControlRequestShape: ShapeOf<CliControlRequest> = {
  request_id: 'string',
  request: new Variants('subtype', 'open', requestShapes),
}
