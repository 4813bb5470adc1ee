/** Content as in the API: a text, or blocks. */
import { isObject, type JsonObject } from '../protocol/json.ts'

/** Returns the blocks; a text becomes one block. */
export function blocksOf(content: unknown): JsonObject[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isObject) : []
}

/** The text of a block, empty if it is not a text block. */
export function textOfBlock(block: JsonObject): string {
  return block.type === 'text' && typeof block.text === 'string' ? block.text : ''
}

export function textOf(content: unknown): string {
  return blocksOf(content).map(textOfBlock).join('\n')
}
