/** Whether a tool call of the last reply came back with an error that the script did not plan: denied, or really failed. */
import { isObject, type JsonObject } from '../../protocol/json.ts'
import { isStep, type Reply } from '../scenario.ts'
import { isAssistant } from './conversation.ts'

export function hasUnexpectedFailure(messages: unknown[], last: Reply | undefined): boolean {
  const at = messages.findLastIndex(isAssistant)
  const calls = blocksIn(messages[at], 'tool_use')
  const results = messages.slice(at + 1).flatMap((message) => blocksIn(message, 'tool_result'))
  const steps = (last ?? []).filter((step) => isStep(step, 'tool'))
  return steps.some(({ fails }, index) => {
    const result = results.find(({ tool_use_id: id }) => id === calls[index]?.id)
    if (result?.is_error !== true) return false
    return fails === undefined || !textOf(result).includes(fails)
  })
}

function blocksIn(message: unknown, type: string): JsonObject[] {
  const content = isObject(message) && Array.isArray(message.content) ? message.content : []
  return content.filter(isObject).filter((block) => block.type === type)
}

function textOf({ content }: JsonObject): string {
  if (typeof content === 'string') return content
  const blocks = Array.isArray(content) ? content.filter(isObject) : []
  return blocks.map(({ text }) => (typeof text === 'string' ? text : '')).join('\n')
}
