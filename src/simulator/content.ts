/** Content as the API has it: a text, or blocks. */
import { isObject, type JsonObject } from '../protocol/json.ts'

/** The blocks of it; a text is one block. */
export function blocksOf(content: unknown): JsonObject[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isObject) : []
}

/** What a block says, if it is of text. */
export function textOfBlock(block: JsonObject): string {
  return block.type === 'text' && typeof block.text === 'string' ? block.text : ''
}

export function textOf(content: unknown): string {
  return blocksOf(content).map(textOfBlock).join('\n')
}
