/** What the CLI sent to the model: the requests in the log of the scripted API. */
import { isObject, type JsonObject } from '../protocol/json.ts'
import type { Model } from '../simulator/index.ts'
import { textIn } from './names.ts'

/** The bodies of the requests for the conversation itself, oldest first. */
export function conversations(model: Model): JsonObject[] {
  return model.requests
    .filter(({ path, side }) => path === '/v1/messages' && !side)
    .flatMap(({ body }) => (isObject(body) ? [body] : []))
}

export function lastConversation(model: Model): JsonObject[] {
  const messages = conversations(model).at(-1)?.messages
  return Array.isArray(messages) ? messages.filter(isObject) : []
}

/** The texts and tool results that the model got since its last reply. */
export function lastTold(model: Model): string {
  const messages = lastConversation(model)
  const last = messages.findLastIndex(({ role }) => role === 'assistant')
  return JSON.stringify(messages.slice(last + 1))
}

export function systemPrompt(model: Model): string {
  return textIn(conversations(model).at(-1)?.system)
}
