/** What an event says, in a line. */
import type { JsonObject } from '../../../protocol/json.ts'
import type { SessionEvent } from '../../../state/events.ts'
import { objectIn, objectsIn, textIn } from '../../../state/fields.ts'
import { textOfContent } from '../../../state/prompts.ts'
import { oneLine, shortInput } from '../../../state/short-input.ts'

export function summaryOf(event: SessionEvent): string {
  switch (event.kind) {
    case 'received':
    case 'sent':
    case 'recalled':
      return oneLine(messageWords({ ...event.message }))
    case 'unknown':
      return oneLine(event.reason ?? JSON.stringify(event.value))
    case 'noise':
      return oneLine(event.text)
    case 'process-started':
      return `generation ${event.generation}${event.pid === undefined ? '' : `, pid ${event.pid}`}`
    case 'process-exited':
      return oneLine(`${event.cause}, ${event.signal ?? `code ${event.exitCode}`} ${event.error ?? ''}`)
    case 'process-paused':
      return 'too little room on the disk'
    case 'process-continued':
      return ''
    case 'prompt-queued':
      return oneLine(textOfContent(event.content))
    case 'prompt-changed':
      return event.content === undefined
        ? `to place ${event.position}`
        : oneLine(textOfContent(event.content))
    case 'prompt-cancelled':
      return event.by === undefined ? '' : `by ${event.by}`
    case 'approval-answered':
      return [event.decision, event.by && `by ${event.by}`, event.message].filter(Boolean).join(', ')
    case 'notice':
      return oneLine(event.text)
    case 'titled':
      return oneLine(event.title)
  }
}

function messageWords(message: JsonObject): string {
  const { request, response, event } = message
  if (objectIn(event)) return deltaWords(objectIn(event) ?? {})
  const asked = objectIn(request)
  if (asked)
    return [textIn(asked.tool_name), shortInput(asked.input), textIn(asked.mode)].filter(Boolean).join(' ')
  const answer = objectIn(response)
  if (answer) return textIn(answer.error) ?? textIn(objectIn(answer.response)?.behavior) ?? ''
  const inner = objectIn(message.message)
  if (inner) return contentWords(inner.content)
  return textIn(message.result) ?? textIn(message.status) ?? textIn(message.description) ?? ''
}

function deltaWords(event: JsonObject): string {
  const delta = objectIn(event.delta) ?? objectIn(event.content_block) ?? {}
  return (
    textIn(delta.text) ??
    textIn(delta.thinking) ??
    textIn(delta.partial_json) ??
    textIn(delta.name) ??
    textIn(delta.stop_reason) ??
    ''
  )
}

function contentWords(content: unknown): string {
  if (typeof content === 'string') return content
  return (objectsIn(content) ?? [])
    .map((block) => {
      if (block.type === 'tool_use') return `${block.name} ${shortInput(block.input)}`
      if (block.type === 'tool_result') return contentWords(block.content)
      return textIn(block.text) ?? textIn(block.thinking) ?? String(block.type)
    })
    .join(' ')
}
