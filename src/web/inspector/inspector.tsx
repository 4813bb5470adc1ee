import type { SessionSummary } from '../../api/resources.ts'
import type { SessionState } from '../../state/session-state.ts'

export function Inspector({ summary }: { summary: SessionSummary; state: SessionState }) {
  return <div className="panel">{summary.id}</div>
}
