import type { SessionSummary } from '../../api/resources.ts'
import type { SessionState } from '../../state/session-state.ts'

/** What a person should know of a session before relying on it: one line, until it is opened. */
export function SessionNotes({ summary, state }: { summary: SessionSummary; state: SessionState }) {
  const notes = [
    ...summary.warnings,
    ...(summary.durable || state.process.status !== 'running'
      ? []
      : ['This session ends with the host: durable processes are not to be had here.']),
    ...(state.facts.writesLost
      ? [`The CLI could not store all of its transcript (${state.facts.writesLost.code}).`]
      : []),
  ]
  if (notes.length === 0) return null
  return (
    <details className="session-notes">
      <summary>
        <span>{notes[0]}</span>
        {notes.length > 1 && <span className="session-notes-more"> and {notes.length - 1} more</span>}
      </summary>
      {notes.slice(1).map((note) => (
        <p key={note}>{note}</p>
      ))}
    </details>
  )
}
