import type { SessionSummary } from '../../api/resources.ts'
import { count } from './numbers.ts'

interface Props {
  /** From 0 to 1. */
  part: number
  label: string
}

export function Meter({ part, label }: Props) {
  const percent = Math.round(Math.min(1, Math.max(0, part)) * 100)
  return (
    <span
      className="meter"
      role="img"
      aria-label={label}
      title={label}
      data-level={percent >= 80 ? 'high' : 'normal'}
    >
      <span style={{ width: `${percent}%` }} />
    </span>
  )
}

export function ContextMeter({ context }: { context: SessionSummary['context'] }) {
  if (!context?.window) return null
  const label = `context: ${count(context.tokens)} of ${count(context.window)} tokens`
  return <Meter part={context.tokens / context.window} label={label} />
}
