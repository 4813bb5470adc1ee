/** Short names of messages, to check their order. */
import { isObject, type JsonObject } from '../protocol/json.ts'
import type { ToolStep } from '../simulator/index.ts'
import { at } from './match.ts'

export const INTERRUPTED = '[Request interrupted by user]'
export const TOOL_INTERRUPTED = '[Request interrupted by user for tool use]'

/** `init`, `result`, `content_block_stop`, `echo`, `tool_result`, `marker`, ... */
export function nameOf(message: JsonObject): string {
  const { type } = message
  if (type === 'system') return String(message.subtype)
  if (type === 'stream_event') return String(at(message, 'event', 'type'))
  if (type !== 'user') return String(type)
  if (message.isReplay === true) return 'echo'
  const text = textOf(message)
  if (text === INTERRUPTED || text === TOOL_INTERRUPTED) return 'marker'
  return blocksOf(message).some((block) => block.type === 'tool_result') ? 'tool_result' : 'user'
}

/** Returns the names of all messages, or only those names that are listed. */
export function namesOf(messages: readonly JsonObject[], ...only: string[]): string[] {
  const names = messages.map(nameOf)
  return only.length === 0 ? names : names.filter((name) => only.includes(name))
}

export function named(messages: readonly JsonObject[], name: string): JsonObject[] {
  return messages.filter((message) => nameOf(message) === name)
}

/** The content of a `user` or `assistant` message as blocks. */
export function blocksOf(message: JsonObject): JsonObject[] {
  return asBlocks(at(message, 'message', 'content'))
}

export function textOf(message: JsonObject): string {
  return textIn(at(message, 'message', 'content'))
}

export function textIn(content: unknown): string {
  return asBlocks(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('')
}

function asBlocks(content: unknown): JsonObject[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isObject) : []
}

export function resultsIn(messages: readonly JsonObject[]): { text: string; isError: boolean }[] {
  return messages
    .filter(({ type }) => type === 'user')
    .flatMap(blocksOf)
    .filter(({ type }) => type === 'tool_result')
    .map(({ content, is_error }) => ({ text: textIn(content), isError: is_error === true }))
}

export function write(path: string): ToolStep {
  return { tool: 'Write', input: { file_path: path, content: path } }
}

export function bash(command: string, more: JsonObject = {}): ToolStep {
  return { tool: 'Bash', input: { command, description: 'Runs it', ...more } }
}
