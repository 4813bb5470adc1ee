/**
 * Finds out who asks in a line that is not parsed: it is nested too deeply, too long, or broken. The CLI waits until such a request
 * is refused. Only the characters of the line are examined.
 */
import type { JsonObject } from './json.ts'
import { endOfText } from './line-limits.ts'

/** What it takes to refuse a request, and to show it: `line` is the beginning of the line. */
export interface UnreadRequest extends JsonObject {
  readonly type: 'control_request'
  readonly request_id: string
  readonly line: string
}

const MAX_SHOWN = 10_000
const NEXT_SIGN = /["{}[\]]/g
const VALUE = /\s*:\s*(?=")/y

/** The request that the line is, if its beginning says so. */
export function unreadRequest(line: string): UnreadRequest | undefined {
  const found = new Map<string, string>()
  let depth = 0
  for (let at = nextSign(line, 0); at >= 0; ) {
    const sign = line[at]
    if (sign !== '"') {
      depth += sign === '{' || sign === '[' ? 1 : -1
      at = nextSign(line, at + 1)
      continue
    }
    const end = endOfText(line, at)
    const value = depth === 1 ? valueAfter(line, end) : undefined
    if (value !== undefined) {
      const close = endOfText(line, value)
      found.set(line.slice(at + 1, end), line.slice(value, close + 1))
      const type = found.get('type')
      if (type !== undefined && type !== '"control_request"') return undefined
      const id = type && textOf(found.get('request_id'))
      if (id !== undefined) return { type: 'control_request', request_id: id, line: line.slice(0, MAX_SHOWN) }
      at = nextSign(line, close + 1)
    } else at = nextSign(line, end + 1)
  }
  return undefined
}

function nextSign(line: string, from: number): number {
  NEXT_SIGN.lastIndex = from
  return NEXT_SIGN.exec(line)?.index ?? -1
}

/** Where the text begins that is the value of the key that ends here. */
function valueAfter(line: string, end: number): number | undefined {
  VALUE.lastIndex = end + 1
  return VALUE.test(line) ? VALUE.lastIndex : undefined
}

function textOf(json: string | undefined): string | undefined {
  if (json === undefined) return undefined
  try {
    const text: unknown = JSON.parse(json)
    return typeof text === 'string' ? text : undefined
  } catch {
    return undefined
  }
}
