/** Calls the handler of a route with what a client sent, however it came here: parameters, query and body pass their schemas first. */
import { z } from 'zod'
import { type Route, type RouteName, routes } from '../../api/routes.ts'
import { parsed } from '../http/request.ts'
import type { Client } from '../sessions/client.ts'
import type { Guarded } from './bypass-guard.ts'
import type { Handlers } from './handler.ts'

export interface Call {
  readonly params: Readonly<Record<string, string>>
  readonly query: unknown
  /** Read only if the route has one. */
  readonly body: () => unknown
  readonly client: Client
  readonly signal: AbortSignal
}

const NO_QUERY = z.strictObject({})

/** Resolves with an object, or with a `JsonText`. */
export async function callHandler(
  handlers: Guarded<Handlers>,
  name: RouteName,
  { params, query, body, client, signal }: Call,
): Promise<unknown> {
  const route: Route = routes[name]
  const handler = handlers[name] as (request: object) => unknown
  return handler({
    params,
    query: parsed(route.query ?? NO_QUERY, query, 'query'),
    body: route.body ? parsed(route.body, await body(), 'body') : undefined,
    client,
    signal,
  })
}
