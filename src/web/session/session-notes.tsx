import type { SessionSummary } from '../../api/resources.ts'
import type { SessionState } from '../../state/session-state.ts'
import { DisclosureSign } from '../ui/disclosure.tsx'

/** What a person should know about the session, in one line that opens. */
export function SessionNotes({ summary, state }: { summary: SessionSummary; state: SessionState }) {
  const { writesLost } = state.facts
  const endsWithHost = !summary.durable && state.process.status === 'running'
  const notes = [
    ...summary.warnings,
    ...(endsWithHost
      ? ['This session ends when the host ends: this system cannot keep its process running.']
      : []),
    ...(writesLost ? [`Claude Code could not save all of its transcript (${writesLost.code}).`] : []),
  ]
  if (notes.length === 0) return null
  return (
    <details className="session-notes">
      <summary>
        <DisclosureSign />
        <span>{notes[0]}</span>
        {notes.length > 1 && <span className="session-notes-more"> and {notes.length - 1} more</span>}
      </summary>
      {notes.slice(1).map((note) => (
        <p key={note}>{note}</p>
      ))}
    </details>
  )
}
