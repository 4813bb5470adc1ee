import type { SessionSummary } from '../../api/resources.ts'
import { DiffCounts } from '../diff/diff-counts.tsx'
import { isToReview } from './session-sign.ts'

/** The second line of a row: the request, the error, what runs, the changed files, or the last words. */
export function SessionPreview({ session }: { session: SessionSummary }) {
  const { preview, edits, lastTurn, liveness, group } = session
  if (edits && isToReview(session))
    return (
      <>
        {edits.files === 1 ? '1 file' : `${edits.files} files`}{' '}
        <DiffCounts added={edits.added} removed={edits.removed} />
      </>
    )
  if (group === 'idle' && lastTurn?.outcome === 'interrupted' && preview.kind === 'text')
    return <>Interrupted in turn {lastTurn.number}</>
  const text = preview.text || liveness.words
  const isCode = preview.kind === 'command' || preview.kind === 'file'
  return (
    <span className={isCode ? 'mono' : undefined}>
      {text}
      {preview.until !== undefined && `: until ${timeOf(preview.until)}`}
    </span>
  )
}

function timeOf(at: number): string {
  return new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
}
