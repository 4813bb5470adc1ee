/**
 * What the CLI waits for a person to decide. An approval is open until it is answered, withdrawn, or its turn or its
 * process is over; it belongs to one process and never carries over to the next. The first answer counts.
 */
import type { ControlResponseMessage } from '../../protocol/control/envelope.ts'
import type { CliControlRequest } from '../../protocol/control/to-host.ts'
import { decode } from '../../protocol/decode.ts'
import type { ApprovalAnswered, SessionEvent } from '../events.ts'
import { objectsIn, textIn } from '../fields.ts'
import { appendValue, dropFirst, firstIndex, type List, replaceValue, valueAt } from '../list.ts'
import { hasKey, type Lookup, lookUp, withEntry, withoutEntry } from '../lookup.ts'
import type { SessionState } from '../session-state.ts'
import { callNamed } from '../transcript/transcript.ts'
import { type Answer, answerIn } from './answer.ts'
import { type ApprovalKind, type ApprovalRequest, isForPerson, kindOf, planOf } from './request.ts'

export type { ApprovalKind, ApprovalRequest }

interface ApprovalBase {
  /** The CLI's request id. */
  readonly id: string
  readonly kind: ApprovalKind
  readonly request: ApprovalRequest
  /** Of the process that asks. */
  readonly generation: number
  readonly at: number
  /** The number of the turn in which it was asked. */
  readonly turn?: number
  readonly toolName?: string
  readonly toolUseId?: string
  /** The plan that the model wrote in its call, where the request leaves it out. */
  readonly plan?: string
  /** The sub-agent that asks. It may go on while no turn runs. */
  readonly agentId?: string
}
/** An approval that waits for an answer. */
export interface PendingApproval extends ApprovalBase {
  readonly status: 'pending'
}
/** An approval that was answered. */
export interface AnsweredApproval extends ApprovalBase {
  readonly status: 'answered'
  readonly answer: Answer
}
/** An approval that ended without an answer. */
export interface WithdrawnApproval extends ApprovalBase {
  readonly status: 'withdrawn'
  readonly why: 'interrupted' | 'cancelled' | 'turn-ended' | 'process-ended'
  readonly endedAt: number
}
/** An approval that no longer needs an answer. */
export type ClosedApproval = AnsweredApproval | WithdrawnApproval
/** An approval, pending or not. */
export type ApprovalEntry = PendingApproval | ClosedApproval

/** The approvals of a session. */
export interface Approvals {
  /** Oldest first. */
  readonly pending: readonly PendingApproval[]
  /** In the order of their end. */
  readonly closed: List<ClosedApproval>
  /** Where in `closed`, by generation and id. */
  readonly places: Lookup<number>
}

export function foldApprovals(state: SessionState, event: SessionEvent, before: SessionState): Approvals {
  const { approvals } = state
  switch (event.kind) {
    case 'received':
      return withTurnEnded(afterMessage(state, event.message, event.at), state, before, event.at)
    case 'sent':
      return event.message.type === 'control_response'
        ? answeredBy(state, event.message, event.at)
        : approvals
    case 'approval-answered':
      return answered(state, event.id, answerOf(event, event.at))
    case 'process-exited':
      return withdraw(approvals, () => true, 'process-ended', event.at)
    default:
      return approvals
  }
}

function afterMessage(
  state: SessionState,
  message: (SessionEvent & { kind: 'received' })['message'],
  at: number,
): Approvals {
  const { approvals } = state
  switch (message.type) {
    case 'control_request':
      return asked(state, message, at)
    case 'control_response':
      return restored({ ...state, approvals: answeredBy(state, message, at) }, message, at)
    case 'control_cancel_request': {
      const why = state.turns.tracking.interrupting ? 'interrupted' : 'cancelled'
      return withdraw(approvals, ({ id }) => id === message.request_id, why, at)
    }
    default:
      return approvals
  }
}

function withTurnEnded(
  approvals: Approvals,
  { turns }: SessionState,
  before: SessionState,
  at: number,
): Approvals {
  const ended = before.turns.current?.number
  if (ended === undefined || turns.current?.number === ended) return approvals
  const why = valueAt(turns.past, ended - 1)?.interrupted ? 'interrupted' : 'turn-ended'
  // A sub-agent in the background goes on, and so does what it asks.
  return withdraw(approvals, ({ turn, agentId }) => turn === ended && agentId === undefined, why, at)
}

function asked(state: SessionState, message: CliControlRequest, at: number): Approvals {
  const { approvals, process, turns } = state
  const { request_id: id } = message
  const { request } = message
  if (!isForPerson(request)) return approvals
  if (approvals.pending.some((open) => open.id === id)) return approvals
  if (hasKey(approvals.places, placeKey(process.generation, id))) return approvals
  const agentId = 'agent_id' in request ? textIn(request.agent_id) : undefined
  const toolUseId = 'tool_use_id' in request ? textIn(request.tool_use_id) : undefined
  const kind = kindOf(request)
  const plan = kind === 'plan' && planOf(request) === '' ? planOfCall(state, toolUseId) : undefined
  const approval: PendingApproval = {
    status: 'pending',
    id,
    kind,
    request,
    generation: process.generation,
    at,
    ...(turns.current && { turn: turns.current.number }),
    ...(request.subtype === 'can_use_tool' && { toolName: request.tool_name }),
    ...(toolUseId !== undefined && { toolUseId }),
    ...(plan !== undefined && { plan }),
    ...(agentId !== undefined && { agentId }),
  }
  return { ...approvals, pending: [...approvals.pending, approval] }
}

/** Newer CLIs ask about a plan without telling it again. */
function planOfCall({ transcript }: SessionState, toolUseId = ''): string | undefined {
  const call = callNamed(transcript, toolUseId)
  return call?.kind === 'plan' && call.plan !== '' ? call.plan : undefined
}

/** Next to an answer the CLI may repeat what it is waiting for. */
function restored(state: SessionState, { response }: ControlResponseMessage, at: number): Approvals {
  const told = [
    ...(objectsIn(response.pending_permission_requests) ?? []),
    ...(objectsIn(response.pending_user_dialog_requests) ?? []),
    ...(objectsIn(response.pending_elicitation_requests) ?? []),
  ]
  let { approvals } = state
  for (const request of told) {
    const decoded = decode(JSON.stringify(request))
    if (decoded.kind === 'message' && decoded.message.type === 'control_request')
      approvals = asked({ ...state, approvals }, decoded.message, at)
  }
  return approvals
}

/** Our answer, on its way or echoed. */
function answeredBy(state: SessionState, { response }: ControlResponseMessage, at: number): Approvals {
  const { request_id: id } = response
  const request = byId(state, id)?.request
  return request ? answered(state, id, answerIn(response, request, at)) : state.approvals
}

function answerOf({ decision, by, message }: ApprovalAnswered, at: number): Answer {
  return { decision, at, ...(by !== undefined && { by }), ...(message !== undefined && { message }) }
}

function answered(state: SessionState, id: string, answer: Answer): Approvals {
  const { approvals, process } = state
  const open = approvals.pending.find((approval) => approval.id === id)
  if (open) {
    const rest = approvals.pending.filter((approval) => approval !== open)
    return close({ ...approvals, pending: rest }, { ...open, status: 'answered', answer })
  }
  // Who decided and what was sent are two events. The first counts, the second may say more.
  const place = lookUp(approvals.places, placeKey(process.generation, id))
  const known = place === undefined ? undefined : valueAt(approvals.closed, place)
  if (place === undefined || known?.status !== 'answered' || isYes(known.answer) !== isYes(answer))
    return approvals
  const more = { ...answer, ...known.answer }
  if (Object.keys(more).length === Object.keys(known.answer).length) return approvals
  return { ...approvals, closed: replaceValue(approvals.closed, place, { ...known, answer: more }) }
}

function isYes({ decision }: Answer): boolean {
  return decision === 'allowed' || decision === 'answered'
}

function withdraw(
  approvals: Approvals,
  which: (approval: PendingApproval) => boolean,
  why: WithdrawnApproval['why'],
  endedAt: number,
): Approvals {
  const gone = approvals.pending.filter(which)
  if (gone.length === 0) return approvals
  const rest = { ...approvals, pending: approvals.pending.filter((approval) => !gone.includes(approval)) }
  return gone.reduce<Approvals>(
    (after, approval) => close(after, { ...approval, status: 'withdrawn', why, endedAt }),
    rest,
  )
}

function close(approvals: Approvals, approval: ClosedApproval): Approvals {
  const { closed, places } = approvals
  return {
    ...approvals,
    closed: appendValue(closed, approval),
    places: withEntry(places, placeKey(approval.generation, approval.id), closed.size),
  }
}

/** Roughly how many closed approvals are kept; the newest win. */
export function boundedApprovals(approvals: Approvals, most: number): Approvals {
  const first = firstIndex(approvals.closed)
  const over = approvals.closed.size - first - most
  if (over <= 0) return approvals
  const count = over + (most >> 1)
  let { places } = approvals
  for (let index = first; index < first + count; index++) {
    const old = valueAt(approvals.closed, index)
    const key = old && placeKey(old.generation, old.id)
    if (key !== undefined && lookUp(places, key) === index) places = withoutEntry(places, key)
  }
  return { ...approvals, places, closed: dropFirst(approvals.closed, count) }
}

/** An approval of the present process, open or closed. */
export function byId({ approvals, process }: SessionState, id: string): ApprovalEntry | undefined {
  const open = approvals.pending.find((approval) => approval.id === id)
  if (open) return open
  const place = lookUp(approvals.places, placeKey(process.generation, id))
  return place === undefined ? undefined : valueAt(approvals.closed, place)
}

/** A CLI that numbers its requests starts over in each process. */
function placeKey(generation: number, id: string): string {
  return `${generation} ${id}`
}
