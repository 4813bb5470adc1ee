/** Ends a session's worktree: what would be removed, and what stays reachable. */
import { useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import { useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/failure.tsx'
import { Note } from '../ui/note.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { commitsWords } from './commits-words.ts'
import { endWorktree } from './end-worktree.ts'
import { FileNames } from './file-names.tsx'
import './worktree.css'

export function EndDialog({ summary, onClose }: { summary: SessionSummary; onClose: () => void }) {
  const { id, worktree } = summary
  const [branch, setBranch] = useState<'keep' | 'discard'>('keep')
  const status = useFetched(id, () => api.call('getWorktree', { params: { id } }))
  const end = useAction(async () => {
    const what = branch === 'keep' ? 'The branch was kept.' : 'Its branch was discarded.'
    await endWorktree(summary, branch, `The worktree was removed. ${what}`)
    onClose()
  })
  const { ahead, uncommitted = [] } = status.value ?? {}
  return (
    <Dialog
      title="End worktree"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger-solid" action={end} disabled={!status.value}>
            {branch === 'keep' ? 'Remove worktree' : 'Remove worktree and branch'}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          This ends the session’s process and removes the folder <code>{worktree?.path}</code>. The session
          and its transcript stay.
        </p>
        <Failure error={status.error} again={status.again} />
        {status.value && ahead !== undefined && ahead > 0 && (
          <Note tone="needs-you">
            {commitsWords(ahead)} of <code>{worktree?.branch}</code> {ahead === 1 ? 'is' : 'are'} not in{' '}
            <code>{worktree?.baseBranch}</code>.
          </Note>
        )}
        {uncommitted.length > 0 && (
          <Note tone="needs-you">
            <p>Not committed:</p>
            <FileNames paths={uncommitted} />
          </Note>
        )}
        <RadioGroup
          label="The branch"
          value={branch}
          onChoose={setBranch}
          options={[
            { value: 'keep', name: 'Keep', about: `${worktree?.branch} stays with its commits.` },
            { value: 'discard', name: 'Discard', about: `${worktree?.branch} is removed with the folder.` },
          ]}
        />
        <p className="soft">
          For 30 days everything can be restored from the project’s trash: commits, changes that are not
          committed, and new files. What git ignores, such as <code>.env</code> and <code>node_modules</code>,
          is not kept.
        </p>
        <Failure error={end.error} />
      </div>
    </Dialog>
  )
}
