import { plainly, type Wire, type Writer } from '../io/output.ts'
import type { FaultName, FaultPlan } from './plan.ts'

const HUGE = 50 * 1024 * 1024
/** Never held back: the host waits for them, and perhaps nothing follows. */
const AWAITED = ['result', 'control_request', 'control_response']

export function faultLine(name: FaultName): string | Uint8Array | undefined {
  switch (name) {
    case 'noise':
      return 'npm warn this line is no JSON\n'
    case 'garbage':
      return '{"type":"assistant","message":{"content":[\n'
    case 'cut-utf8':
      return Buffer.concat([
        Buffer.from('{"type":"system","text":"caf'),
        Buffer.from([0xc3]),
        Buffer.from('\n'),
      ])
    case 'huge-line':
      return `${JSON.stringify({ type: 'system', subtype: 'informational', content: 'x'.repeat(HUGE) })}\n`
    case 'unknown-types':
      return `${JSON.stringify({ type: 'telepathy', subtype: 'thought', content: { of: 'tomorrow' } })}\n`
    default:
      return undefined
  }
}

export function faultyWriter(plan: FaultPlan, write: Writer = plainly): Writer {
  let isHugeDone = false
  let held: readonly (string | Uint8Array)[] | undefined
  let count = 0
  return (message: Wire) => {
    count += 1
    const lines: (string | Uint8Array)[] = [...write(message)]
    if (plan.has('duplicate')) lines.push(...write(message))
    for (const name of ['noise', 'garbage', 'cut-utf8', 'unknown-types'] as const) {
      const line = plan.has(name) && count % 3 === 1 ? faultLine(name) : undefined
      if (line !== undefined) lines.unshift(line)
    }
    if (plan.has('huge-line') && !isHugeDone && message.type === 'assistant') {
      isHugeDone = true
      lines.unshift(faultLine('huge-line') ?? '')
    }
    if (!plan.has('reorder')) return lines
    if (held === undefined && !AWAITED.includes(message.type)) {
      held = lines
      return []
    }
    const late = held ?? []
    held = undefined
    return [...lines, ...late]
  }
}
