/**
 * The API from node to node: a request names a route, and the handlers that serve HTTP serve it too, with the same checks of its
 * body and of what this node allows. Only what belongs to sessions is served: nobody administers a node from another one.
 */

import { ApiError, type ErrorBody } from '../api/errors.ts'
import type { RouteName } from '../api/paths.ts'
import { paths } from '../api/paths.ts'
import type { Guarded } from '../host/handlers/bypass-guard.ts'
import { callHandler } from '../host/handlers/call-handler.ts'
import { type Handlers, JsonText } from '../host/handlers/handler.ts'
import { errorAnswer } from '../host/http/error-answer.ts'
import type { SessionDeps } from '../host/sessions/session-deps.ts'
import { isObject } from '../protocol/json.ts'
import { FleetError } from './fleet-error.ts'
import type { BusRequest, CommandBus } from './ports.ts'

/** Beside the routes of one session. */
const SERVED: ReadonlySet<RouteName> = new Set([
  'createSession',
  'moveSession',
  'drainNode',
  'answerApprovalById',
  'search',
  'getUsage',
  'getAudit',
  'getFile',
  'findFiles',
  'getAgents',
  'listFolders',
])
const ANSWER = '{"answer":'

export interface NodeRequest {
  readonly params?: object | undefined
  readonly query?: unknown
  readonly body?: unknown
  readonly label: string
  readonly signal?: AbortSignal | undefined
}

interface Sent {
  readonly route: RouteName
  readonly params: Record<string, string>
  readonly query: unknown
  readonly body: unknown
  readonly label: string
}

export function isServed(route: string): route is RouteName {
  return (
    Object.hasOwn(paths, route) &&
    (SERVED.has(route as RouteName) || paths[route as RouteName].path.startsWith('/sessions/:id'))
  )
}

/** Serves a request of another node. Never rejects. */
export async function serveNode(
  { text, signal }: BusRequest,
  handlers: Guarded<Handlers>,
  log: SessionDeps['log'],
): Promise<string> {
  try {
    const { route, params, query, body, label } = sentIn(text)
    if (!isServed(route)) throw new ApiError('forbidden', `a node does not serve ${String(route)} to others`)
    const answer = await callHandler(handlers, route, {
      params,
      query,
      body: () => body ?? {},
      client: { label: String(label).slice(0, 100) },
      signal,
    })
    return `${ANSWER}${answer instanceof JsonText ? answer.text : JSON.stringify(answer)}}`
  } catch (error) {
    return JSON.stringify(errorAnswer(error, log, 'fleet').body)
  }
}

function sentIn(text: string): Sent {
  const value: unknown = JSON.parse(text)
  if (!isObject(value) || !isObject(value.params)) throw new ApiError('bad-request', 'this is no request')
  return value as unknown as Sent
}

/** Resolves with the answer as JSON. */
export async function askNode(
  bus: CommandBus,
  node: { readonly id: string; readonly name: string },
  route: RouteName,
  { params = {}, query = {}, body, label, signal }: NodeRequest,
): Promise<string> {
  let answer: string
  try {
    answer = await bus.request(node.id, JSON.stringify({ route, params, query, body, label }), signal)
  } catch (error) {
    if (error instanceof FleetError) throw refusal(error, node.name)
    throw error
  }
  if (answer.startsWith(ANSWER)) return answer.slice(ANSWER.length, -1)
  const { error } = JSON.parse(answer) as ErrorBody
  throw new ApiError(error.code, error.message, error.details)
}

function refusal({ problem, message }: FleetError, name: string): ApiError {
  if (problem === 'no-answer')
    return new ApiError(
      'no-answer',
      `node ${name} did not answer in time and may have carried out the command: repeat it with the same commandId`,
    )
  if (problem === 'no-node')
    return new ApiError('not-possible', `node ${name} is not connected to the fleet: nothing was done`)
  return new ApiError('not-possible', `${message}: nothing was done`)
}
