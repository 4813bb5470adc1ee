/** Finds what the user said in a request, among everything that the CLI adds. */
import { isObject, type JsonObject } from '../../protocol/json.ts'
import { blocksOf, textOfBlock } from '../content.ts'
import { foldedIn, isPassing, REMINDER, SUMMARY_REQUEST, withoutReminders } from './cli-texts.ts'

/**
 * Returns the user's texts in one message of the request, in order. A text that the CLI folded into a running turn is one of
 * them. It comes as a message with the role `system` or, for models that do not know such messages, as a reminder in a text block
 * or at the end of a tool result.
 */
export function userTexts(message: unknown): string[] {
  if (!isObject(message)) return []
  const blocks = blocksOf(message.content)
  if (message.role === 'system') return blocks.flatMap((block) => foldedIn(textOfBlock(block)))
  return message.role === 'user' ? blocks.flatMap(textsInBlock) : []
}

/** A side call serves the CLI's own purposes, such as a title: it offers no tool that the CLI would run. */
export function isSideCall(body: JsonObject): boolean {
  const tools: unknown[] = Array.isArray(body.tools) ? body.tools : []
  if (!tools.some((tool) => isObject(tool) && (tool.type === undefined || tool.type === 'custom')))
    return true
  return latestTexts(body.messages).at(-1)?.startsWith(SUMMARY_REQUEST) ?? false
}

export function latestTexts(messages: unknown): string[] {
  const all: unknown[] = Array.isArray(messages) ? messages : []
  return all.slice(all.findLastIndex(isAssistant) + 1).flatMap(userTexts)
}

export function isAssistant(message: unknown): boolean {
  return isObject(message) && message.role === 'assistant'
}

function textsInBlock(block: JsonObject): string[] {
  // A tool may print anything: only what follows the tag comes from the CLI.
  if (block.type === 'tool_result') {
    return blocksOf(block.content).flatMap((inner) =>
      textOfBlock(inner).split(REMINDER).slice(1).flatMap(foldedIn),
    )
  }
  const text = textOfBlock(block)
  if (text.startsWith(REMINDER)) return [...foldedIn(text), ...own(withoutReminders(text))]
  return own(text)
}

function own(text: string): string[] {
  return text === '' || isPassing(text) ? [] : [text]
}
