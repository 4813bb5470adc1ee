/**
 * What an event, or a message, says: the one description that the journal of the console, `fairlead events` and the timeline
 * of a recording share. The name of its type is not in it. It may be long and contain line breaks: the caller cuts it.
 */
import type { JsonObject } from '../protocol/json.ts'
import type { EventBody } from './events.ts'
import { numberIn, objectIn, objectsIn, textIn } from './fields.ts'
import { formatMoney } from './format/money.ts'
import { inputText } from './short-input.ts'

export function describeEvent(event: EventBody): string {
  switch (event.kind) {
    case 'received':
    case 'sent':
    case 'recalled':
      return describeMessage({ ...event.message })
    case 'unknown':
      return words(describeMessage(event.value), event.reason && `(${event.reason})`)
    case 'noise':
      return event.text
    case 'process-started': {
      const pid = event.pid === undefined ? '' : `, pid ${event.pid}`
      return `generation ${event.generation}${pid}`
    }
    case 'process-exited':
      return [event.cause, event.signal ?? `exit code ${event.exitCode ?? 'unknown'}`, event.error]
        .filter(Boolean)
        .join(', ')
    case 'process-paused':
      return 'too little room on the disk'
    case 'process-continued':
      return ''
    case 'prompt-queued':
      return contentText(event.content)
    case 'prompt-changed':
      return event.content === undefined && event.position !== undefined
        ? `to place ${event.position}`
        : contentText(event.content)
    case 'prompt-cancelled':
      return event.by === undefined ? '' : `by ${event.by}`
    case 'approval-answered':
      return [event.decision, event.by && `by ${event.by}`, event.message].filter(Boolean).join(', ')
    case 'notice':
      return event.text
    case 'titled':
      return event.title
  }
}

/** Of a message in either direction, known or not. */
export function describeMessage(message: JsonObject): string {
  switch (message.type) {
    case 'assistant':
    case 'user':
      return contentText(objectIn(message.message)?.content)
    case 'stream_event':
      return streamText(objectIn(message.event) ?? {})
    case 'control_request':
      return requestText(objectIn(message.request) ?? {})
    case 'control_response':
      return responseText(objectIn(message.response) ?? {})
    case 'control_cancel_request':
      return textIn(message.request_id) ?? ''
    case 'result': {
      const cost = numberIn(message.total_cost_usd)
      const said = textIn(message.result) ?? jsonOf(message.errors)
      return words(said, cost !== undefined && formatMoney(cost))
    }
    default:
      return factText(message)
  }
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  return (objectsIn(content) ?? []).map(blockText).join(' ')
}

function blockText(block: JsonObject): string {
  switch (block.type) {
    case 'tool_use':
      return `[${words(textIn(block.name), inputText(block.input))}]`
    case 'tool_result':
      return `[${block.is_error === true ? 'failed' : 'result'}: ${contentText(block.content)}]`
    default:
      return textIn(block.text) ?? textIn(block.thinking) ?? `[${textIn(block.type) ?? ''}]`
  }
}

function streamText({ index, delta, content_block: block }: JsonObject): string {
  const part = objectIn(delta) ?? objectIn(block) ?? {}
  const text = textIn(part.text) ?? textIn(part.thinking) ?? textIn(part.partial_json)
  if (text !== undefined && text !== '') return text
  const place = numberIn(index) === undefined ? '' : `block ${index}`
  return words(place, textIn(part.type), textIn(part.name), textIn(part.stop_reason))
}

function requestText(request: JsonObject): string {
  const { subtype: _, input, ...rest } = request
  const asked = objectIn(input)
  const hook = textIn(asked?.hook_event_name)
  if (hook !== undefined) return words(hook, textIn(asked?.tool_name), inputText(asked?.tool_input))
  if (asked) return words(textIn(rest.tool_name), inputText(asked))
  const who = textIn(rest.mcp_server_name) ?? textIn(rest.server_name)
  const what = textIn(rest.message) ?? textIn(rest.mode) ?? textIn(rest.model) ?? textIn(rest.dialog_kind)
  return words(who, what) || jsonOf(rest)
}

function responseText({ error, response }: JsonObject): string {
  if (typeof error === 'string') return `error: ${error}`
  const inner = objectIn(response) ?? {}
  const decision = textIn(inner.behavior) ?? textIn(inner.action)
  return decision === undefined ? jsonOf(inner) : words(decision, textIn(inner.message))
}

/** What a `system` message, or one of an unknown type, says besides its names. */
function factText(message: JsonObject): string {
  const { type: _, subtype: __, uuid: ___, session_id: ____, ...rest } = message
  const { state, status, attempt, max_retries: of, model, description } = rest
  if (message.subtype === 'init') return textIn(model) ?? ''
  if (numberIn(attempt) !== undefined)
    return `attempt ${attempt}${numberIn(of) === undefined ? '' : ` of ${of}`}`
  return textIn(state) ?? textIn(status) ?? textIn(description) ?? jsonOf(rest)
}

function words(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== false && part !== '').join(' ')
}

/** Empty if there is nothing to say. */
function jsonOf(value: unknown): string {
  const text = value === undefined || value === null ? '' : JSON.stringify(value)
  return text === '{}' || text === '[]' ? '' : text
}
