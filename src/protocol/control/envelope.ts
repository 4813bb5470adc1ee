import type { JsonObject } from '../json.ts'
import { type ShapeOf, Variants } from '../shape.ts'

/** Either side may send one; the response carries the same `request_id`. */
export interface ControlRequestEnvelope<Request> {
  type: 'control_request'
  request_id: string
  request: Request
}

/** Requests that still wait for the host, repeated in any response. Dispatch each only once. */
export interface PendingRequests {
  pending_permission_requests?: JsonObject[]
  pending_user_dialog_requests?: JsonObject[]
  pending_elicitation_requests?: JsonObject[]
}
/** The request succeeded. */
export interface ControlSuccess<Response = unknown> extends PendingRequests {
  subtype: 'success'
  request_id: string
  response?: Response
}
/** The request failed. */
export interface ControlError extends PendingRequests {
  subtype: 'error'
  request_id: string
  error: string
  error_code?: string
}
/** The answer to a control request of the other side, such as whether a tool may run. */
export interface ControlResponseMessage<Response = unknown> {
  type: 'control_response'
  response: ControlSuccess<Response> | ControlError
}

/** Withdraws a request. The CLI sends it, and ignores one from a host. */
export interface ControlCancelMessage {
  type: 'control_cancel_request'
  request_id: string
}

export const controlResponseShape: ShapeOf<ControlResponseMessage> = {
  response: new Variants('subtype', 'closed', {
    success: { request_id: 'string' } satisfies ShapeOf<ControlSuccess>,
    error: { request_id: 'string', error: 'string' } satisfies ShapeOf<ControlError>,
  }),
}
export const controlCancelShape: ShapeOf<ControlCancelMessage> = { request_id: 'string' }
