import type { SessionSummary } from '../../api/resources.ts'
import { count } from './numbers.ts'
import './meter.css'

interface Props {
  /** From 0 to 1. */
  part: number
  label: string
  /** As wide as its place instead of 64 px. */
  isWide?: boolean
  /** A share, of which none is too much. */
  isPlain?: boolean
}

export function Meter({ part, label, isWide = false, isPlain = false }: Props) {
  const percent = Math.round(Math.min(1, Math.max(0, part)) * 100)
  return (
    <span
      className="meter"
      role="img"
      aria-label={label}
      title={label}
      data-width={isWide ? 'full' : undefined}
      data-level={isPlain ? 'normal' : percent >= 95 ? 'full' : percent >= 80 ? 'high' : 'normal'}
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
