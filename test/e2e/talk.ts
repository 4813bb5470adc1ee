/** What was said, on both sides of the CLI: messages by short names, and conversations as the API got them. */
import type { StdoutMessage } from '../../src/client/index.ts'
import { isObject, type JsonObject } from '../../src/protocol/json.ts'
import type { Model } from '../../src/simulator/index.ts'
import { isConversation } from './scene.ts'

type MessageOf<T extends StdoutMessage['type']> = Extract<StdoutMessage, { type: T }>

export function isA<T extends StdoutMessage['type']>(type: T) {
  return (message: StdoutMessage): message is MessageOf<T> => message.type === type
}
export const isResult = isA('result')

/** The model calls a tool. */
export function isToolCall(message: StdoutMessage): message is MessageOf<'assistant'> {
  return message.type === 'assistant' && message.message.content.some(({ type }) => type === 'tool_use')
}

/** `init`, `status requesting`, `assistant text`, `user echo`, `content_block_stop`, `result`, `prompt queued`, … */
export function nameOf(message: StdoutMessage): string {
  switch (message.type) {
    case 'stream_event':
      return message.event.type
    case 'assistant':
      return `assistant ${message.message.content.map(({ type }) => type).join('+')}`
    case 'user':
      return `user ${message.isReplay ? 'echo' : userKind(message)}`
    case 'command_lifecycle':
      return `prompt ${message.state}`
    case 'system':
      if (message.subtype === 'session_state_changed') return `state ${message.state}`
      return message.subtype === 'status' ? `status ${message.status}` : message.subtype
    default:
      return message.type
  }
}

function userKind({ message: { content }, isSynthetic }: MessageOf<'user'>): string {
  if (isSynthetic) return 'synthetic'
  return typeof content === 'string' ? 'text' : content.map(({ type }) => type).join('+')
}

/** The names without runs of the same one. */
export function namesOf(messages: readonly StdoutMessage[], ...wanted: string[]): string[] {
  const names = messages.map(nameOf).filter((name) => wanted.length === 0 || wanted.includes(name))
  return names.filter((name, index) => name !== names[index - 1])
}

/** The texts that came as deltas, joined. */
export function streamedText(messages: readonly StdoutMessage[]): string {
  return deltasOf(messages)
    .map((delta) => (delta.type === 'text_delta' ? delta.text : ''))
    .join('')
}

export function deltasOf(messages: readonly StdoutMessage[]) {
  return messages.flatMap((message) =>
    message.type === 'stream_event' && message.event.type === 'content_block_delta'
      ? [message.event.delta]
      : [],
  )
}

/** The bodies of the requests for the conversation itself, oldest first. */
export function conversations(model: Model): JsonObject[] {
  return model.requests.filter(isConversation).flatMap(({ body }) => (isObject(body) ? [body] : []))
}

/** The last conversation as lines such as `user: hello`, without what the CLI adds of its own. */
export function historyOf(model: Model): string[] {
  const messages = conversations(model).at(-1)?.messages
  if (!Array.isArray(messages)) return []
  return messages
    .filter(isObject)
    .filter(({ role }) => role !== 'system')
    .flatMap(({ role, content }) => textsOf(content).map((text) => `${role}: ${text}`))
}

function textsOf(content: unknown): string[] {
  if (typeof content === 'string') return isReminder(content) ? [] : [content]
  if (!Array.isArray(content)) return []
  return content.filter(isObject).flatMap(({ type, text, name }) => {
    if (type === 'text' && typeof text === 'string') return isReminder(text) ? [] : [text.trim()]
    return [`<${type}${type === 'tool_use' ? ` ${name}` : ''}>`]
  })
}

function isReminder(text: string): boolean {
  return text.trimStart().startsWith('<system-reminder>')
}
