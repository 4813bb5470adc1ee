/** A tool call in one line. */
import type { ContentBlock, ToolResultBlock } from '../../protocol/blocks.ts'
import type { JsonObject } from '../../protocol/json.ts'
import { tellingText } from '../../state/short-input.ts'

/** The part of a tool's input that tells what it does; the whole input where none is known. */
export function tellingPart(input: JsonObject): string {
  const found = tellingText(input)
  if (found !== undefined) return found
  const { plan, questions, todos } = input
  if (typeof plan === 'string') return plan
  if (Array.isArray(questions))
    return questions.map((it) => (it as { question?: string })?.question).join(' ')
  if (Array.isArray(todos)) return `${todos.length} entries`
  return Object.keys(input).length === 0 ? '' : JSON.stringify(input)
}

/** What the tool answered, as text. */
export function resultText({ content = [] }: Partial<ToolResultBlock>): string {
  const texts = typeof content === 'string' ? [content] : content.map(textOf)
  return texts.join('\n').replace(/<\/?tool_use_error>/g, '')
}

function textOf(block: ContentBlock): string {
  return block.type === 'text' ? block.text : ''
}
