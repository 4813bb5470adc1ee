import type { SessionSummary } from '../../api/resources.ts'
import { Meter } from '../ui/meter.tsx'
import { count } from '../ui/numbers.ts'

/** How full the model's context window is. */
export function ContextUse({ context }: { context: SessionSummary['context'] }) {
  if (!context?.window) return null
  const part = context.tokens / context.window
  return (
    <>
      <span className="session-context number">
        Context {Math.round(part * 100)} %
        <Meter part={part} label={`Context: ${count(context.tokens)} of ${count(context.window)} tokens`} />
      </span>
      <span className="session-separator" />
    </>
  )
}
