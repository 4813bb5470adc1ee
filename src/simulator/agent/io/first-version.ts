/**
 * The messages of 2.1.37 on stdout: fewer than those of later versions, with fewer fields. The agent emits the messages of
 * 2.1.197; this file removes what came later before they are written.
 */
import { encode } from '../../../protocol/encode.ts'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { Wire, Writer } from './output.ts'

const SYSTEM = fields(
  'init status compact_boundary task_notification hook_started hook_progress hook_response',
)
const TYPES = fields(
  'system assistant user stream_event result control_request control_response control_cancel_request ' +
    'keep_alive auth_status tool_use_summary',
)
const COMMON = 'type session_id parent_tool_use_id uuid'
/** The fields of a message, by its type or, for a system message, by its subtype. */
const FIELDS: { readonly [name: string]: ReadonlySet<string> } = {
  assistant: fields(`${COMMON} message error`),
  user: fields(`${COMMON} message tool_use_result isReplay isSynthetic`),
  stream_event: fields(`${COMMON} event`),
  result: fields(
    `${COMMON} subtype is_error duration_ms duration_api_ms num_turns result stop_reason total_cost_usd usage ` +
      'modelUsage permission_denials structured_output errors',
  ),
  init: fields(
    `${COMMON} subtype cwd tools mcp_servers model permissionMode slash_commands apiKeySource claude_code_version ` +
      'output_style agents skills plugins betas',
  ),
  status: fields(`${COMMON} subtype status permissionMode`),
  compact_boundary: fields(`${COMMON} subtype compact_metadata`),
  task_notification: fields(`${COMMON} subtype task_id status output_file summary`),
  can_use_tool: fields(
    'subtype tool_name input permission_suggestions blocked_path decision_reason tool_use_id agent_id',
  ),
}
const USAGE = fields(
  'input_tokens output_tokens cache_creation_input_tokens cache_read_input_tokens server_tool_use service_tier ' +
    'cache_creation',
)
const NEW_IN_HOOKS = fields('prompt_id effort')

/** Returns the message as the first version sends it, or undefined. */
export function asFirst(message: Wire): Wire | undefined {
  const { type, subtype, status } = message
  if (!TYPES.has(type)) return undefined
  if (type === 'control_request') return { ...message, request: request(message.request) }
  if (type === 'result') return result(message)
  if (type === 'user') return user(message)
  if (type !== 'system') return only(message, FIELDS[type])
  if (!SYSTEM.has(String(subtype)) || status === 'requesting') return undefined
  const said = only(message, FIELDS[String(subtype)])
  if (!isObject(said.compact_metadata)) return said
  const { trigger, pre_tokens } = said.compact_metadata
  return { ...said, compact_metadata: { trigger, pre_tokens } }
}

/** It does not escape line separators either. */
export const firstWriter: Writer = (message) => {
  const said = asFirst(message)
  return said === undefined ? [] : [encode(said)]
}

/** The first version marks the feedback of hooks as synthetic, but not the summary of a compaction. */
function user(message: Wire): Wire {
  const { isSynthetic, ...said } = only(message, FIELDS.user)
  return isSynthetic === true && said.isReplay === undefined ? { ...said, isSynthetic } : said
}

function result(message: Wire): Wire {
  const { usage, is_error, stop_reason } = message
  return {
    ...only(message, FIELDS.result),
    stop_reason: is_error === true ? stop_reason : null,
    ...(isObject(usage) ? { usage: only(usage, USAGE) } : {}),
  }
}

function request(asked: unknown): unknown {
  if (!isObject(asked)) return asked
  if (asked.subtype === 'can_use_tool') return only(asked, FIELDS.can_use_tool)
  if (asked.subtype !== 'hook_callback' || !isObject(asked.input)) return asked
  const input = Object.entries(asked.input).filter(([name]) => !NEW_IN_HOOKS.has(name))
  return { ...asked, input: Object.fromEntries(input) }
}

function only<M extends JsonObject>(message: M, names: ReadonlySet<string> | undefined): M {
  if (names === undefined) return message
  return Object.fromEntries(Object.entries(message).filter(([name]) => names.has(name))) as M
}

function fields(names: string): ReadonlySet<string> {
  return new Set(names.split(' '))
}
