/** Finds in a request what the user said, among all that the CLI adds of its own. */
import { isObject, type JsonObject } from '../../protocol/json.ts'

const REMINDER = '<system-reminder>'
/** What the CLI writes before and after a text that came while a turn ran. The end differs between versions. */
const FOLDED =
  /The user sent a new message while you were working:\n(.*?)(?=\n\nIMPORTANT: After completing|\n\nThis is how Claude Code|\n<\/system-reminder>|$)/gs

/**
 * The user's texts in one message of the request, in order. A text that the CLI folded into a running turn
 * is one of them. It comes as a message of role `system`, or, for models that know no such messages, as a
 * reminder in a text block or at the end of a tool result.
 */
export function userTexts(message: unknown): string[] {
  if (!isObject(message)) return []
  const texts = blocksOf(message.content)
  if (message.role === 'system') return texts.flatMap((block) => foldedIn(textOf(block)))
  if (message.role !== 'user') return []
  return texts.flatMap((block) => {
    if (block.type === 'tool_result') return blocksOf(block.content).flatMap((it) => remindersIn(textOf(it)))
    const text = textOf(block)
    if (text.startsWith(REMINDER)) return foldedIn(text)
    return text === '' ? [] : [text]
  })
}

/** A side call is one for the CLI's own purposes, such as a title: it offers no tool that the CLI would run. */
export function isSideCall(body: JsonObject): boolean {
  const tools: unknown[] = Array.isArray(body.tools) ? body.tools : []
  return !tools.some((tool) => isObject(tool) && (tool.type === undefined || tool.type === 'custom'))
}

function blocksOf(content: unknown): JsonObject[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isObject) : []
}

function textOf(block: JsonObject): string {
  return block.type === 'text' && typeof block.text === 'string' ? block.text : ''
}

/** A tool may print anything: only what follows the tag is the CLI's word. */
function remindersIn(text: string): string[] {
  return text.split(REMINDER).slice(1).flatMap(foldedIn)
}

function foldedIn(text: string): string[] {
  return [...text.matchAll(FOLDED)].map((match) => match[1] ?? '')
}
