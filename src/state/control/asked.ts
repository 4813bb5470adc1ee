/** Control requests of the host whose answer changes what is known of the session, until they are answered. */
import type { ControlResponseMessage } from '../../protocol/control/envelope.ts'
import type { HostControlRequest } from '../../protocol/control/to-cli.ts'
import type { JsonObject } from '../../protocol/json.ts'
import type { SessionEvent } from '../events.ts'
import { objectIn } from '../fields.ts'

const TELLING = new Set([
  'initialize',
  'set_model',
  'set_permission_mode',
  'mcp_status',
  'mcp_toggle',
  'list_models',
  'rename_session',
  'reload_skills',
  'reload_output_styles',
  'reload_plugins',
  'get_context_usage',
  'set_cwd',
])

export interface Asked {
  readonly id: string
  readonly subtype: string
  /** What was asked for, where the answer may not repeat it. */
  readonly value?: string
}

export function nowAsked(asked: readonly Asked[], event: SessionEvent): readonly Asked[] {
  if (event.kind === 'process-started' || event.kind === 'process-exited')
    return asked.length > 0 ? [] : asked
  if (event.kind === 'sent' && event.message.type === 'control_request') {
    const request = askedIn(event.message)
    return request ? [...asked, request] : asked
  }
  if (event.kind === 'received' && event.message.type === 'control_response') {
    const { request_id: id } = event.message.response
    return asked.some((it) => it.id === id) ? asked.filter((it) => it.id !== id) : asked
  }
  return asked
}

function askedIn({ request_id: id, request }: HostControlRequest): Asked | undefined {
  const { subtype } = request
  if (!TELLING.has(subtype)) return undefined
  const { model, mode, title } = request as JsonObject
  const value = model ?? mode ?? title
  return typeof value === 'string' ? { id, subtype, value } : { id, subtype }
}

export interface Told extends Asked {
  readonly answer: JsonObject
}

/** What this answer says about the session; undefined if it failed or says nothing. */
export function toldBy(asked: readonly Asked[], { response }: ControlResponseMessage): Told | undefined {
  const request = asked.find(({ id }) => id === response.request_id)
  if (!request || response.subtype !== 'success') return undefined
  return { ...request, answer: objectIn(response.response) ?? {} }
}
