/** An entry of a recording in a few words, for a line of a timeline. */
import { decode, decodeInput } from '../protocol/decode.ts'
import { isObject, type JsonObject } from '../protocol/json.ts'
import { shortInput } from '../state/short-input.ts'
import type { Entry, FactEntry } from './format.ts'

export function wordsOf(entry: Entry): string {
  switch (entry.kind) {
    case 'in':
    case 'out':
      return entry.bytes === undefined ? lineWords(entry.kind, entry.line) : `a line of ${entry.bytes} bytes`
    case 'err':
      return `stderr: ${entry.line}`
    case 'in-end':
      return 'end of input'
    case 'signal':
      return entry.signal
    case 'fact':
      return factWords(entry.fact)
  }
}

/** What a run of these is told as, or undefined: it is told alone. */
export function runOf(entry: Entry): string | undefined {
  if (entry.kind !== 'out' || !entry.line.includes('"content_block_delta"')) return undefined
  const decoded = decode(entry.line)
  if (decoded.kind !== 'message' || decoded.message.type !== 'stream_event') return undefined
  const { event, parent_tool_use_id: parent } = decoded.message
  if (event.type !== 'content_block_delta') return undefined
  return `${String(event.delta.type)
    .replace(/_delta$/, '')
    .replaceAll('_', ' ')} of block ${event.index}${parent ? ' (sub-agent)' : ''}`
}

function lineWords(direction: 'in' | 'out', line: string): string {
  const decoded = direction === 'in' ? decodeInput(line) : decode(line)
  switch (decoded.kind) {
    case 'message':
      return messageWords(decoded.message as unknown as JsonObject)
    case 'unknown':
      return `${messageWords(decoded.value)} (unknown: ${decoded.reason})`
    case 'broken':
      return `broken JSON: ${line}`
    default:
      return `no message: ${line}`
  }
}

function messageWords(message: JsonObject): string {
  const { type, subtype } = message
  switch (type) {
    case 'user':
      return `${message.isReplay ? 'echo' : message.isSynthetic ? 'synthetic' : 'user'} ${contentWords(message)}`
    case 'assistant':
      return `assistant ${contentWords(message)}`
    case 'stream_event':
      return streamWords(message)
    case 'control_request':
      return `asks ${requestWords(message)}`
    case 'control_response':
      return `answers ${responseWords(message)}`
    case 'control_cancel_request':
      return `withdraws ${message.request_id}`
    case 'result':
      return `result ${subtype}${typeof message.result === 'string' ? ` ${quote(message.result)}` : ''}`
    case 'system':
      return `system ${systemWords(message)}`
    default:
      return [type, subtype ?? message.state].filter(Boolean).join(' ')
  }
}

function contentWords({ message }: JsonObject): string {
  const content = isObject(message) ? message.content : undefined
  if (typeof content === 'string') return quote(content)
  if (!Array.isArray(content)) return ''
  return content.filter(isObject).map(blockWords).join(', ')
}

function blockWords(block: JsonObject): string {
  switch (block.type) {
    case 'text':
      return quote(String(block.text))
    case 'thinking':
      return 'thinking'
    case 'tool_use':
      return `${block.name} ${shortInput(block.input)}`.trim()
    case 'tool_result':
      return `${block.is_error ? 'failed' : 'tool'} result ${block.tool_use_id}`
    default:
      return String(block.type)
  }
}

function streamWords({ event, parent_tool_use_id: parent }: JsonObject): string {
  const { type, index, content_block: block } = isObject(event) ? event : {}
  const what = isObject(block) ? ` ${[block.type, block.name].filter(Boolean).join(' ')}` : ''
  return `stream ${type}${index === undefined ? '' : ` ${index}`}${what}${parent ? ' (sub-agent)' : ''}`
}

function requestWords({ request_id: id, request }: JsonObject): string {
  const {
    subtype,
    tool_name: tool,
    input,
    mode,
    model,
    server_name: server,
  } = isObject(request) ? request : {}
  const hook = isObject(input) ? input.hook_event_name : undefined
  const more = tool ? `${tool} ${shortInput(input)}` : (hook ?? mode ?? model ?? server ?? '')
  return `${`${subtype} ${more}`.trim()} (${id})`
}

function responseWords({ response }: JsonObject): string {
  if (!isObject(response)) return ''
  const inner = isObject(response.response) ? response.response : {}
  const how =
    response.subtype === 'error' ? `error ${quote(String(response.error))}` : (inner.behavior ?? 'yes')
  return `${how} (${response.request_id})`
}

function systemWords(message: JsonObject): string {
  const { subtype, state, status, model, attempt, max_retries: of } = message
  const more = subtype === 'init' ? model : (state ?? status ?? (attempt && `${attempt}/${of}`))
  return [subtype, more].filter(Boolean).join(' ')
}

function factWords(fact: FactEntry['fact']): string {
  switch (fact.kind) {
    case 'process-started':
      return ['process started', fact.pid && `pid ${fact.pid}`].filter(Boolean).join(', ')
    case 'process-exited':
      return `process ended, ${fact.signal ?? `exit code ${fact.exitCode ?? 'unknown'}`}`
    case 'notice':
      return `notice ${quote(String(fact.text))}`
    default:
      return fact.kind.replaceAll('-', ' ')
  }
}

function quote(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 199)}…` : text)
}
