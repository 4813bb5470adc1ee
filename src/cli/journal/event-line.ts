/** An event of a journal in one line, and the names by which events are picked. */
import { isObject, type JsonObject } from '../../protocol/json.ts'
import { sideOf, typeOf } from '../../state/event-names.ts'
import type { SessionEvent } from '../../state/events.ts'
import { tellingPart } from '../run/tool-line.ts'
import { localTime } from '../show/words.ts'
import { printable, type Style, shorten } from '../style.ts'

/** A type, its first part, or `received`, `sent` and `host` for where it comes from. */
export function isOfType(event: SessionEvent, names: readonly string[]): boolean {
  const type = printable(typeOf(event))
  const [first] = type.split('/')
  return names.some(
    (name) => name === type || name === first || name === event.kind || name === sideOf(event),
  )
}

const ARROWS = { received: '←', sent: '→', host: '·' } as const
const TYPE_WIDTH = 30

export function eventLine(event: SessionEvent, style: Style, width: number): string {
  const [, time = ''] = localTime(event.at).split(' ')
  const side = sideOf(event)
  const type = printable(typeOf(event))
  const head = `${String(event.seq).padStart(5)}  ${time}  ${ARROWS[side]} `
  const about = shorten(
    aboutOf(event),
    Math.max(20, Math.min(width, 400) - head.length - Math.max(TYPE_WIDTH, type.length) - 2),
  )
  const paint = { received: style.cyan, sent: style.green, host: style.yellow }[side]
  return `${style.dim(head)}${paint(type.padEnd(TYPE_WIDTH))}  ${about}`.trimEnd()
}

function aboutOf(event: SessionEvent): string {
  switch (event.kind) {
    case 'received':
    case 'sent':
      return ofMessage(event.message as unknown as JsonObject)
    case 'unknown':
      return event.reason ?? JSON.stringify(event.value)
    default: {
      const { seq: _, at: __, kind: ___, ...rest } = event as unknown as JsonObject
      return Object.entries(rest)
        .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join(' ')
    }
  }
}

function ofMessage(message: JsonObject): string {
  switch (message.type) {
    case 'assistant':
    case 'user':
      return isObject(message.message) ? contentText(message.message.content) : ''
    case 'result':
      return [message.result ?? message.errors, `$${Number(message.total_cost_usd ?? 0).toFixed(4)}`].join(
        '  ',
      )
    case 'control_request':
      return isObject(message.request) ? withInput(message.request) : ''
    case 'control_response': {
      const { response, error } = isObject(message.response) ? message.response : {}
      return typeof error === 'string' ? error : JSON.stringify(response ?? {})
    }
    case 'stream_event':
      return isObject(message.event) && isObject(message.event.delta) ? deltaText(message.event.delta) : ''
    default: {
      const { type: _, subtype: __, uuid: ___, session_id: ____, ...rest } = message
      return JSON.stringify(rest)
    }
  }
}

function withInput({ subtype: _, input, ...rest }: JsonObject): string {
  const { tool_name: tool } = rest
  if (isObject(input) && typeof input.hook_event_name === 'string')
    return `${input.hook_event_name} ${withInput({ tool_name: input.tool_name, input: input.tool_input ?? {} })}`
  return isObject(input) ? `${textOf(tool)} ${tellingPart(input)}` : JSON.stringify(rest)
}

function deltaText({ text, thinking, partial_json: json }: JsonObject): string {
  return textOf(text ?? thinking ?? json)
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((block: unknown) => {
      if (!isObject(block)) return ''
      if (block.type === 'tool_use')
        return `[${textOf(block.name)} ${isObject(block.input) ? tellingPart(block.input) : ''}]`
      if (block.type === 'tool_result') return `[result: ${contentText(block.content)}]`
      return textOf(block.text ?? block.thinking) || `[${textOf(block.type)}]`
    })
    .join(' ')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
