import type { SessionSummary } from '../../api/resources.ts'
import type { SessionState } from '../../state/session-state.ts'

export function Composer({ summary }: { summary: SessionSummary; state: SessionState }) {
  return <textarea aria-label={`Message to ${summary.title}`} />
}
