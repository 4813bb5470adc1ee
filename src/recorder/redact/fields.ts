/** The strings of a message that are its structure, without which it could not be played. All others are texts. */

const KEPT = words(
  'type subtype role kind event name tool_name toolName tools tool slash_commands id uuid ' +
    'session_id request_id tool_use_id toolUseID parent_tool_use_id parent_uuid command_uuid ' +
    'user_message_uuids message_uuid target_message_uuid user_message_id still_queued ' +
    'api_message_id head_uuid anchor_uuid tail_uuid task_id agent_id hook_id callback_id ' +
    'hookCallbackIds preceding_tool_use_ids supersedes cancelled elicitation_id new_session_id ' +
    'model value resolvedModel fallback_model stop_reason stop_sequence status state reason ' +
    'behavior decision mode permissionMode session_state action level outcome error ' +
    'claude_code_version version apiKeySource tokenSource apiProvider output_style capabilities ' +
    'hook_event hook_event_name hookEventName hook_name permissionDecision decision_reason_type ' +
    'terminal_reason destination method jsonrpc protocolVersion priority service_tier scope ' +
    'timestamp trigger fast_mode_state compact_result error_code code task_type media_type ' +
    'server_name mcp_server_name serverName dialog_kind rateLimitType overageStatus cause signal ' +
    'subagent_type agents skills speed inference_geo pending_mcp_servers prompt_id',
)

/** Inputs and outputs of tools: a field there may have any name. */
const FREE = words(
  'input tool_input updatedInput tool_response tool_output tool_use_result toolUseResult ' +
    'structured_output structuredContent arguments payload requested_schema schema jsonSchema ' +
    'json_schema settings env variables servers mcpServers headers source account',
)

const FREE_WORDS = words('type status behavior action mode')
const FREE_IDS = words('taskId task_id agentId tool_use_id toolUseID')

/** Names of fields whose value is a secret, or leads to one. */
const SECRET_NAME =
  /(?:api[_-]?key|[_-]key|[a-z]Key|token|secret|password|passwd|credentials?|authorization|cookie|messaging_socket_path)$/i

export function isFree(key: string): boolean {
  return FREE.has(key)
}

export function isSecretName(key: string): boolean {
  return SECRET_NAME.test(key)
}

export function isStructure(key: string, value: string, free: boolean): boolean {
  if (free) {
    if (FREE_WORDS.has(key)) return /^[a-z_]{1,20}$/.test(value)
    return FREE_IDS.has(key) && /^[\w-]{1,64}$/.test(value)
  }
  if (key === 'error' || key === 'reason') return /^[a-z][a-z0-9_-]{0,40}$/.test(value)
  return KEPT.has(key) && value.length <= 200 && !/\s/.test(value)
}

/** Returns false for a field name that is itself a text, such as the question that was answered. */
export function isPlainName(key: string): boolean {
  return /^[\w$.:@[\]-]{1,128}$/.test(key)
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}
