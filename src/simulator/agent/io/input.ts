/**
 * Reads stdin. `readInput` starts reading and continues until the stream ends; it delivers lines one by one, in order. A line
 * that is not a message ends the agent as it ends the CLI: with exit code 1 and a reason on stderr.
 */
import type { Readable } from 'node:stream'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { Profile } from '../version.ts'

export interface InputReceiver {
  message(message: JsonObject): void
  fatal(reason: string): void
  ended(): void
}

const LF = 0x0a

export function readInput(stream: Readable, profile: Profile, receiver: InputReceiver): void {
  let held: Buffer[] = []
  let isOver = false
  const line = (text: string) => {
    if (isOver) return
    const parsed = parseLine(text, profile)
    if (parsed === undefined) return
    if ('reason' in parsed) {
      isOver = true
      receiver.fatal(parsed.reason)
    } else {
      receiver.message(parsed.message)
    }
  }
  stream.on('data', (chunk: Buffer) => {
    let start = 0
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      const rest = chunk.subarray(start, end)
      line((held.length === 0 ? rest : Buffer.concat([...held, rest])).toString())
      held = []
      start = end + 1
    }
    if (start < chunk.length) held.push(chunk.subarray(start))
  })
  const end = () => {
    if (held.length > 0) line(Buffer.concat(held).toString())
    held = []
    if (!isOver) receiver.ended()
    isOver = true
  }
  stream.on('end', end)
  stream.on('error', end)
}

type Parsed = { message: JsonObject } | { reason: string } | undefined

function parseLine(line: string, { isOld, isFirst }: Profile): Parsed {
  let text = line.endsWith('\r') ? line.slice(0, -1) : line
  if (text === '' && !isFirst) return undefined
  if (!isOld) {
    if (text.charCodeAt(0) === 0xfeff) text = text.slice(1)
    if (text.trim() === '') return undefined
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { reason: `Error parsing streaming input line: ${text.slice(0, 200)}: ${error}` }
  }
  const type = isObject(value) ? value.type : undefined
  if (isFirst && !FIRST_TYPES.includes(String(type))) return { reason: `Error: ${UNKNOWN}, got '${type}'` }
  if (!isObject(value)) return undefined
  const reason = problemOf(value, isOld)
  return reason === undefined ? { message: value } : { reason: `Error: ${reason}` }
}

const UNKNOWN = "Expected message type 'user' or 'control'"
/** 2.1.37 accepts only these messages. */
const FIRST_TYPES = 'user control_request control_response keep_alive update_environment_variables'.split(' ')

function problemOf(message: JsonObject, isOld: boolean): string | undefined {
  if (message.type === 'user') {
    const inner = message.message
    if (!isObject(inner)) return "Expected message role 'user', got 'undefined'"
    if (inner.role !== 'user') return `Expected message role 'user', got '${inner.role}'`
  }
  if (message.type === 'control_request' && !isObject(message.request))
    return 'Missing request on control_request'
  if (message.type === 'control_response' && !isObject(message.response) && isOld)
    return "Cannot read properties of undefined (reading 'request_id')"
  return undefined
}
