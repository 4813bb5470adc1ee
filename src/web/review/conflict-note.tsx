/** Files that a merge or rebase in the folder has left with conflicts. */
import { promptOfConflicts } from '../../api/work-prompts.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { Note } from '../ui/note.tsx'
import { showToast } from '../ui/toast/toasts.ts'

export function ConflictNote({ session, paths }: { session: string; paths: readonly string[] }) {
  const ask = useAction(async () => {
    const id = newId()
    const body = { commandId: id, id, text: promptOfConflicts(paths), when: 'after-turn' as const }
    await api.call('sendMessage', { params: { id: session }, body })
    showToast({ text: 'The session was asked to resolve the conflicts.', tone: 'success' })
  })
  if (paths.length === 0) return null
  return (
    <div className="review-conflicts">
      <Note tone="danger">
        <p className="row wrap">
          <span className="grow">
            {paths.length === 1 ? '1 file has conflicts: ' : `${paths.length} files have conflicts: `}
            <span className="mono">{paths.join(', ')}</span>
          </span>
          <Button size="small" action={ask}>
            Ask the session to resolve
          </Button>
        </p>
        <Failure error={ask.error} />
      </Note>
    </div>
  )
}
