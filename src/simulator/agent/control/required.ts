/** The required fields of requests, and what happens without them. */
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { Profile } from '../version.ts'

interface Requirement {
  readonly field: string
  readonly isGood: (value: unknown) => boolean
  readonly problem: (value: unknown) => string
}

const needs = (
  field: string,
  isGood: (value: unknown) => boolean,
  problem: (value: unknown) => string,
): Requirement => ({ field, isGood, problem })
const isText = (value: unknown) => typeof value === 'string'
const text = (subtype: string, field: string): Requirement =>
  needs(field, isText, () => `${subtype}: ${field} must be a string`)
const settings = (subtype: string): Requirement => {
  const problem = (value: unknown) => `${subtype} requires \`settings\` to be an object, got ${typeof value}`
  return needs('settings', isObject, problem)
}

const REQUIRED: { readonly [subtype: string]: Requirement } = {
  apply_flag_settings: settings('apply_flag_settings'),
  update_settings: settings('update_settings'),
  generate_session_title: text('generate_session_title', 'description'),
  get_task_output: text('get_task_output', 'task_id'),
  mcp_call: text('mcp_call', 'tool'),
  mcp_read_resource: text('mcp_read_resource', 'serverName'),
  mcp_reconnect: text('mcp_reconnect', 'serverName'),
  mcp_toggle: text('mcp_toggle', 'serverName'),
  set_mcp_permission_mode_override: text('set_mcp_permission_mode_override', 'serverName'),
  rename_session: text('rename_session', 'title'),
  rewind_conversation: text('rewind_conversation', 'target_message_uuid'),
  stop_task: text('stop_task', 'task_id'),
  mcp_set_servers: needs(
    'servers',
    (value) => isObject(value) && Object.values(value).every(isObject),
    () => 'mcp_set_servers: servers must be an object of config objects',
  ),
  message_rated: needs(
    'messageUuid',
    isText,
    () => 'message_rated: messageUuid must be a string, sentiment "positive" or "negative"',
  ),
  read_file: needs('path', isText, () => 'read denied: '),
  register_repo_root: needs(
    'directory',
    isText,
    () => 'register_repo_root: target path could not be resolved',
  ),
  set_cwd: needs(
    'path',
    (value) => isText(value) && value !== '',
    () => 'set_cwd: invalid request — path must be a non-empty string',
  ),
  set_has_subscribers: needs(
    'has_subscribers',
    (value) => typeof value === 'boolean' || value === null,
    () => 'Invalid set_has_subscribers: has_subscribers must be true, false or null',
  ),
  set_proactivity_level: needs(
    'level',
    (value) => ['ask', 'default', 'proactive'].includes(String(value)),
    (value) =>
      `Cannot set proactivity: unrecognized level ${value} (expected one of ask, default, proactive)`,
  ),
}

/** If a required field is missing, these make 2.1.197 hang: it answers nothing from then on. */
const WEDGING = ['apply_flag_settings', 'mcp_call', 'mcp_set_servers', 'rewind_conversation']
/** How 2.1.197 rejects other requests that lack a required field; it accepts the rest as they are. */
const OLD_PROBLEMS: { readonly [subtype: string]: string } = {
  generate_session_title: "undefined is not an object (evaluating 'description.trim')",
  read_file: 'Path must be a string, received undefined',
  register_repo_root: 'path must be a string or TypedArray',
  rename_session: "undefined is not an object (evaluating 'title.trim')",
}

/** Returns what is wrong with a request: a text, `wedged`, or undefined. */
export function lacking(subtype: string, request: JsonObject, { isOld }: Profile): string | undefined {
  const requirement = Object.hasOwn(REQUIRED, subtype) ? REQUIRED[subtype] : undefined
  if (requirement === undefined) return undefined
  const value = request[requirement.field]
  if (requirement.isGood(value)) return undefined
  if (!isOld) return requirement.problem(value)
  return WEDGING.includes(subtype) ? 'wedged' : OLD_PROBLEMS[subtype]
}
