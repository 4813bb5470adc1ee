/** The handler of a route translates and does nothing else. Bodies and queries have passed their schema. */
import type { z } from 'zod'
import type { AnswerOf, ParamsOf, RouteName, routes } from '../../api/routes.ts'
import type { Client } from '../sessions/client.ts'

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined
type Part<N extends RouteName, K extends string> = (typeof routes)[N] extends { [P in K]: infer T }
  ? Parsed<T>
  : undefined

export interface Request<N extends RouteName> {
  readonly params: ParamsOf<N>
  readonly query: Part<N, 'query'>
  readonly body: Part<N, 'body'>
  readonly client: Client
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal
}

/** An answer as JSON text, for what is stored as JSON and can be passed on without being parsed. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
type Answer<N extends RouteName> = N extends 'listEvents' ? JsonText : AnswerOf<N>

type Handler<N extends RouteName> = (request: Request<N>) => Answer<N> | Promise<Answer<N>>
export type Handlers = { readonly [N in RouteName]: Handler<N> }
