/**
 * The control channel as data: what the host has asked and the CLI has not answered, and the other way round. Approvals
 * are elsewhere. It is folded last: until then the other slices find in it the call that an answer belongs to.
 */
import type { ControlResponseMessage } from '../../protocol/control/envelope.ts'
import type { HostControlRequest } from '../../protocol/control/to-cli.ts'
import type { CliControlRequest } from '../../protocol/control/to-host.ts'
import type { JsonObject } from '../../protocol/json.ts'
import { isForPerson } from '../approvals/request.ts'
import type { SessionEvent } from '../events.ts'
import { changed, objectIn, textIn } from '../fields.ts'
import { emptyState, type SessionState } from '../session-state.ts'

/** A request of the host. */
export interface Call {
  readonly id: string
  readonly subtype: string
  readonly at: number
  /** Of `cancel_async_message`: which. */
  readonly prompt?: string
  /** Of `stop_task`: which. */
  readonly task?: string
  /** Of a rewind that is no dry run: to before which message. */
  readonly rewindTo?: string
}
/** A request of the CLI that no person answers: a hook, an MCP message, a token. */
export interface CliAsk {
  readonly id: string
  readonly subtype: string
  readonly at: number
  /** The event that contains all of it. */
  readonly seq: number
  /** The hook's event, or the MCP server. */
  readonly name?: string
  readonly toolUseId?: string
}
/** A call that only asks whether the CLI is there. Its `id` begins with `probe-`. */
export interface Probe {
  readonly id: string
  readonly sentAt: number
  readonly answeredAt?: number
  /** When an earlier one was last answered. */
  readonly before?: number
}

/** Control requests that are open, in both directions. */
export interface Control {
  readonly calls: readonly Call[]
  readonly asks: readonly CliAsk[]
  readonly probe: Probe | null
  /** Ids of the last messages of either direction, so that one that is delivered again is known. */
  readonly recent: readonly string[]
}

/** What is never answered must not pile up. */
const MAX_OPEN = 100
const MAX_RECENT = 64
const PROBE = 'probe-'

export function foldControl({ control, process }: SessionState, event: SessionEvent): Control {
  if (event.kind === 'process-started' || event.kind === 'process-exited') return emptyState.control
  const key = keyOf(event)
  if (key === undefined) return control
  const recent = [...control.recent, key].slice(-MAX_RECENT)
  return changed(process.status === 'ended' ? control : afterEvent(control, event), { recent })
}

/** A control message has no uuid: the same one is known by its direction, type and request id. */
export function isRepeatedControl({ control }: SessionState, event: SessionEvent): boolean {
  const key = keyOf(event)
  return key !== undefined && control.recent.includes(key)
}

function keyOf(event: SessionEvent): string | undefined {
  switch (event.kind) {
    case 'received':
    case 'sent':
      return keyOfMessage(event.kind, event.message)
    case 'unknown':
      return keyOfMessage('received', event.value)
    default:
      return undefined
  }
}

/** The id comes first: it differs in most cases. */
function keyOfMessage(direction: string, message: object): string | undefined {
  const { type } = message as JsonObject
  switch (type) {
    case 'control_request':
    case 'control_cancel_request': {
      const { request_id: id } = message as JsonObject
      return typeof id === 'string' ? `${id} ${direction} ${type}` : undefined
    }
    case 'control_response': {
      const answered = objectIn((message as JsonObject).response)?.request_id
      return typeof answered === 'string' ? `${answered} ${direction} ${type}` : undefined
    }
    default:
      return undefined
  }
}

function afterEvent(control: Control, event: SessionEvent): Control {
  if (event.kind === 'sent') {
    const { message } = event
    if (message.type === 'control_request') {
      const { request_id: id, request } = message
      if (isProbe(id)) return changed(control, { probe: probeAfter(control.probe, id, event.at) })
      const { subtype } = request
      const prompt = subtype === 'cancel_async_message' ? textIn(request.message_uuid) : undefined
      const task = subtype === 'stop_task' ? textIn(request.task_id) : undefined
      const rewindTo = rewindTarget(request)
      const call: Call = {
        id,
        subtype,
        at: event.at,
        ...(prompt !== undefined && { prompt }),
        ...(task !== undefined && { task }),
        ...(rewindTo !== undefined && { rewindTo }),
      }
      return changed(control, { calls: [...control.calls, call].slice(-MAX_OPEN) })
    }
    if (message.type === 'control_response') return withoutAsk(control, message.response.request_id)
  }
  if (event.kind === 'received') {
    const { message } = event
    if (message.type === 'control_request') return withAsk(control, message, event)
    if (message.type === 'control_cancel_request') return withoutAsk(control, message.request_id)
    if (message.type === 'control_response') return answered(control, message, event.at)
  }
  return control
}

function rewindTarget(request: HostControlRequest['request']): string | undefined {
  if (request.subtype === 'rewind_conversation') return textIn(request.target_message_uuid)
  if (request.subtype !== 'rewind_files' || request.dry_run === true) return undefined
  return textIn(request.user_message_id)
}

function probeAfter(earlier: Probe | null, id: string, sentAt: number): Probe {
  const before = earlier?.answeredAt ?? earlier?.before
  return before === undefined ? { id, sentAt } : { id, sentAt, before }
}

function answered(control: Control, { response }: ControlResponseMessage, at: number): Control {
  const { request_id: id } = response
  if (control.probe?.id === id) return changed(control, { probe: { ...control.probe, answeredAt: at } })
  // An answer of ours, echoed: the CLI has it.
  const after = withoutAsk(control, id)
  const calls = after.calls.filter((call) => call.id !== id)
  return calls.length === after.calls.length ? after : changed(after, { calls })
}

function withAsk(
  control: Control,
  { request_id: id, request }: CliControlRequest,
  { at, seq }: SessionEvent,
): Control {
  if (isForPerson(request)) return control
  const input = objectIn((request as { input?: unknown }).input)
  const name = textIn(input?.hook_event_name) ?? textIn((request as { server_name?: unknown }).server_name)
  const toolUseId = textIn((request as { tool_use_id?: unknown }).tool_use_id)
  const ask: CliAsk = {
    id,
    subtype: request.subtype,
    at,
    seq,
    ...(name !== undefined && { name }),
    ...(toolUseId !== undefined && { toolUseId }),
  }
  return changed(control, { asks: [...control.asks, ask].slice(-MAX_OPEN) })
}

function withoutAsk(control: Control, id: string): Control {
  const asks = control.asks.filter((ask) => ask.id !== id)
  return asks.length === control.asks.length ? control : changed(control, { asks })
}

export function isProbe(requestId: string): boolean {
  return requestId.startsWith(PROBE)
}

/** The task that the CLI has stopped, as this answer says. */
export function taskStopped(state: SessionState, message: ControlResponseMessage): string | undefined {
  return message.response.subtype === 'success' ? callAnswered(state, message)?.task : undefined
}

/** The CLI was asked to stop the running turn, and has said that it does. */
export function isStopping({ turns, control }: SessionState): boolean {
  return turns.tracking.interrupting && !control.calls.some(({ subtype }) => subtype === 'interrupt')
}

/** The call that this message answers. */
export function callAnswered(
  { control }: SessionState,
  { response }: ControlResponseMessage,
): Call | undefined {
  return control.calls.find(({ id }) => id === response.request_id)
}
