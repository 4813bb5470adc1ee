/** Describes an entry of a recording in a few words, for one row of a timeline. */
import { decode, decodeInput } from '../protocol/decode.ts'
import type { JsonObject } from '../protocol/json.ts'
import { describeEvent, describeMessage } from '../state/describe-event.ts'
import { messageType } from '../state/event-names.ts'
import { objectIn, textIn } from '../state/fields.ts'
import { factIn } from './events.ts'
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

/** Returns the label for a run of such entries, or undefined if the entry has its own row. */
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
      return messageWords({ ...decoded.message })
    case 'unknown':
      return `${messageWords(decoded.value)} (unknown: ${decoded.reason})`
    case 'broken':
      return `broken JSON: ${line}`
    default:
      return `no message: ${line}`
  }
}

function messageWords(message: JsonObject): string {
  const marks = [
    message.isReplay === true && 'echo',
    message.isSynthetic === true && 'synthetic',
    typeof message.parent_tool_use_id === 'string' && 'sub-agent',
    idOf(message),
  ].filter((mark) => typeof mark === 'string')
  const about = [messageType(message), cut(describeMessage(message))].filter(Boolean).join(' ')
  return marks.length === 0 ? about : `${about} (${marks.join(', ')})`
}

/** Of a control request or its answer: by it the two are found together. */
function idOf({ type, request_id: id, response }: JsonObject): string | undefined {
  if (type !== 'control_request' && type !== 'control_response') return undefined
  return textIn(id) ?? textIn(objectIn(response)?.request_id)
}

function factWords(fact: FactEntry['fact']): string {
  const event = factIn(fact)
  const about = event === undefined ? '' : cut(describeEvent(event))
  return about === '' ? fact.kind : `${fact.kind} ${about}`
}

/** A line of a recording may be a whole file. */
function cut(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}
