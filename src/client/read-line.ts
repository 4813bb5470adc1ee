import { type Decoded, decode } from '../protocol/decode.ts'
import { oversizedReason, whyNotRead } from '../protocol/line-limits.ts'
import type { Line } from '../protocol/lines.ts'
import { unreadRequest } from '../protocol/unread-request.ts'

/** Decodes a line, unless it would harm a program. A request that cannot be read is one of a kind that is not known. */
export function readLine(line: Line): Decoded {
  const unsafe = typeof line === 'string' ? whyNotRead(line) : undefined
  const decoded: Decoded =
    unsafe === undefined ? decode(line) : { kind: 'broken', reason: unsafe, text: line as string }
  if (decoded.kind !== 'broken' && decoded.kind !== 'oversized') return decoded
  const value = unreadRequest(decoded.text)
  const reason = decoded.kind === 'broken' ? decoded.reason : oversizedReason(decoded.bytes)
  return value ? { kind: 'unknown', value, reason, text: decoded.text } : decoded
}
