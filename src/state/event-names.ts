/** The names of events, the same wherever a journal is shown or searched. */
import type { JsonObject } from '../protocol/json.ts'
import type { SessionEvent } from './events.ts'
import { objectIn, textIn } from './fields.ts'

/** Where it comes from: the CLI, or what was sent to it; or a fact of the host. */
export type EventSide = 'received' | 'sent' | 'host'

export function sideOf({ kind }: SessionEvent): EventSide {
  if (kind === 'sent') return 'sent'
  return kind === 'received' || kind === 'unknown' || kind === 'noise' ? 'received' : 'host'
}

/** `assistant`, `system/init`, `control_request/can_use_tool`; of facts of the host their kind. */
export function typeOf(event: SessionEvent): string {
  if (event.kind === 'unknown') return `unknown/${textIn(event.value.type) ?? ''}`
  if (event.kind !== 'received' && event.kind !== 'sent') return event.kind
  return messageType({ ...event.message })
}

export function messageType(message: JsonObject): string {
  const inner = objectIn(message.request) ?? objectIn(message.response) ?? objectIn(message.event)
  const subtype = textIn(message.subtype) ?? textIn(inner?.subtype) ?? textIn(inner?.type)
  return subtype === undefined ? String(message.type) : `${message.type}/${subtype}`
}
