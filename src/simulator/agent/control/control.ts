/** Control requests from the host: each is answered at once, except those that ask the model or a server. */
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { Agent } from '../agent.ts'
import { mcpRequests } from './mcp.ts'
import { queryRequests } from './queries.ts'
import { lacking } from './required.ts'
import { sessionRequests } from './session.ts'

export class ControlFailure extends Error {
  readonly code: string | undefined

  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/** Returns the payload of the response, if any. `respond` sends the response earlier, so that messages can follow it. */
type Handler = (
  agent: Agent,
  request: JsonObject,
  respond: (response?: JsonObject) => void,
  id: string,
) => JsonObject | undefined | Promise<JsonObject | undefined>

export interface Handlers {
  readonly [subtype: string]: Handler
}

/** Subtypes that 2.1.197 does not know. */
const NEW = new Set(
  (
    'get_status list_models get_hooks_listing list_permission_rules get_plan get_workspace_diff ' +
    'reload_output_styles get_task_output update_settings set_cwd export_conversation set_has_subscribers ' +
    'set_proactivity_level mcp_read_resource'
  ).split(' '),
)
/** The only subtypes that 2.1.37 knows. It does not answer any other. */
const FIRST = new Set(
  (
    'initialize interrupt set_permission_mode set_model set_max_thinking_tokens mcp_status mcp_message ' +
    'mcp_set_servers mcp_reconnect mcp_toggle rewind_files'
  ).split(' '),
)
const HANDLERS: Handlers = { ...sessionRequests, ...queryRequests, ...mcpRequests }

export async function control(agent: Agent, message: JsonObject): Promise<void> {
  const request = isObject(message.request) ? message.request : {}
  const id = message.request_id === undefined ? {} : { request_id: message.request_id }
  let isAnswered = false
  const respond = (response?: JsonObject, siblings: JsonObject = {}) => {
    if (isAnswered) return
    isAnswered = true
    const payload = response === undefined ? {} : { response }
    agent.output.emit({
      type: 'control_response',
      response: { subtype: 'success', ...id, ...payload, ...siblings },
    })
  }
  const subtype = String(request.subtype)
  const { isFirst } = agent.profile
  if (isFirst && !FIRST.has(subtype)) return
  const handler = Object.hasOwn(HANDLERS, subtype) ? HANDLERS[subtype] : undefined
  try {
    if (handler === undefined || (agent.profile.isOld && NEW.has(subtype)))
      throw new ControlFailure(`Unsupported control request subtype: ${subtype}`, 'unsupported_request')
    const problem = lacking(subtype, request, agent.profile)
    if (problem === 'wedged') return wedge(agent)
    if (problem !== undefined) throw new ControlFailure(problem)
    const isRepeated = agent.custom.isInitialized
    const response = await handler(agent, request, respond, String(message.request_id))
    respond(response, subtype === 'initialize' ? pending(agent, isRepeated) : {})
  } catch (error) {
    if (isAnswered) return
    const { message: text, code } =
      error instanceof ControlFailure ? error : { message: String(error), code: undefined }
    const error_code = code === undefined || agent.profile.isOld ? {} : { error_code: code }
    agent.output.emit({
      type: 'control_response',
      response: {
        ...{ subtype: 'error', ...id, error: text, ...error_code },
        ...(isFirst && subtype === 'initialize' ? pending(agent, true) : {}),
      },
    })
  }
}

/** The requests that still wait for the host, repeated in the response to `initialize`. */
function pending({ host, profile }: Agent, isRepeated: boolean): JsonObject {
  const pending_permission_requests = host.pending('can_use_tool')
  if (profile.isOld && !isRepeated && pending_permission_requests.length === 0) return {}
  if (profile.isFirst) return { pending_permission_requests }
  return { pending_permission_requests, pending_user_dialog_requests: host.pending('request_user_dialog') }
}

/** The agent continues to run but ignores its input: only a signal ends it. */
function wedge(agent: Agent): void {
  agent.isWedged = true
  setInterval(() => {}, 60_000)
}
