import type { SessionSummary } from '../../api/resources.ts'
import { onNode } from '../sessions/on-node.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { Note } from '../ui/note.tsx'

/** A session whose node is away: what that means, and the way to go on without the node. */
export function AwayNote({ summary: { id, node } }: { summary: SessionSummary }) {
  const takeOver = useAction(() => api.call('takeOverSession', { body: { session: id, commandId: newId() } }))
  if (node?.awaySince === undefined) return null
  return (
    <div className="away-note">
      <Note tone="needs-you">
        <p>{onNode(node)}</p>
        <Button size="small" action={takeOver}>
          Take over here
        </Button>
      </Note>
      <Failure error={takeOver.error} />
    </div>
  )
}
