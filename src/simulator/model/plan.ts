/** Decides how to answer a request: the part of the API's rules that needs no connection. */
import { isObject, type JsonObject } from '../../protocol/json.ts'
import type { Scenario } from '../scenario.ts'
import type { ApiError } from './answer.ts'
import { type Choice, choose } from './choose.ts'
import { tokensIn } from './message.ts'

export type Plan = { body?: unknown } & (
  | { kind: 'reply'; choice: Choice; model: string; stream: boolean }
  | { kind: 'json'; json: JsonObject }
  | { kind: 'error'; error: ApiError }
)

export interface Incoming {
  method: string
  /** Without the query. */
  path: string
  /** `too long` if it was not kept. */
  body: { text: string } | 'too long'
}

const MESSAGES = '/v1/messages'
const COUNT_TOKENS = '/v1/messages/count_tokens'

export function plan({ method, path, body: sent }: Incoming, scenario: Scenario): Plan {
  if (sent === 'too long') return error(413, 'The request is too long')
  const { text } = sent
  if (method === 'HEAD' && path === '/') return { kind: 'json', json: {} }
  if (method !== 'POST' || (path !== MESSAGES && path !== COUNT_TOKENS))
    return error(404, `The scripted API has no ${method} ${path}`, parsed(text))
  const body = parsed(text)
  if (!isObject(body)) return error(400, 'The body is not a JSON object', body)
  if (!Array.isArray(body.messages)) return error(400, 'messages: must be an array', body)
  if (path === COUNT_TOKENS) {
    const { messages, system, tools } = body
    return { kind: 'json', json: { input_tokens: tokensIn({ messages, system, tools }) }, body }
  }
  const model = typeof body.model === 'string' ? body.model : 'scripted'
  return { kind: 'reply', choice: choose(body, scenario), model, stream: body.stream === true, body }
}

function error(status: number, message: string, body?: unknown): Plan {
  return { kind: 'error', error: { status, message }, ...(body === undefined ? {} : { body }) }
}

/** Returns the parsed JSON, the text as it came if it is not JSON, or undefined if there is nothing. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text === '' ? undefined : text
  }
}
