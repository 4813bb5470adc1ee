/** Merges the branch of a session's worktree. It shows what the merge would do first, and merges exactly that. */
import { useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import type { MergeKind } from '../../api/work.ts'
import { useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { useFetched, useKept } from '../store/fetched.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/failure.tsx'
import { Field, Textarea } from '../ui/field.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { Select } from '../ui/select.tsx'
import { showToast } from '../ui/toast/toasts.ts'
import { endWorktree } from './end-worktree.ts'
import { MergePreview } from './merge-preview.tsx'
import { worktreeTouched } from './status.ts'
import './worktree.css'

interface Props {
  summary: SessionSummary
  how?: MergeKind
  onClose: () => void
}

const KINDS = [
  ['merge', 'Merge'],
  ['squash', 'Squash'],
  ['rebase', 'Rebase'],
] as const
const ABOUT = {
  merge: 'Keeps the commits, and adds a merge commit where both branches have moved.',
  squash: 'Puts all changes into one commit.',
  rebase: 'Puts the commits on top of the other branch, one by one.',
} as const
const CONFIRM = { merge: 'Merge', squash: 'Squash and merge', rebase: 'Rebase and merge' } as const

export function MergeDialog({ summary, how: first = 'merge', onClose }: Props) {
  const { id, worktree } = summary
  const params = { id }
  const [how, setHow] = useState<MergeKind>(first)
  const [into, setInto] = useState(worktree?.baseBranch)
  const [after, setAfter] = useState<'stay' | 'keep' | 'discard'>('stay')
  const [message, setMessage] = useState('')
  const [merged, setMerged] = useState<string>()
  const project = useFetched(worktree?.checkout, () =>
    api.call('getProject', { query: { path: worktree?.checkout ?? '' } }),
  )
  const isAsked = into !== undefined && merged === undefined
  const preview = useFetched(isAsked ? `${how} ${into}` : undefined, () =>
    api.call('previewMerge', { params, query: { how, into } }),
  )
  const shown = useKept(preview.value)
  const current = preview.isPending ? undefined : preview.value
  const canMerge = current !== undefined && current.commits.length > 0 && current.conflicts.length === 0
  const merge = useAction(async () => {
    if (merged === undefined && current) {
      const { expected } = current
      const own = message.trim() !== '' && how === 'squash' ? { message } : {}
      await api.call('mergeWorktree', { params, body: { how, expected, ...own, ...(into && { into }) } })
      setMerged(into)
    }
    if (after === 'stay') {
      worktreeTouched.notify()
      showToast({ text: `Merged into ${into}.`, tone: 'success' })
    } else await endWorktree(summary, after, `Merged into ${into}, and removed the worktree.`)
    onClose()
  })
  const branches = (project.value?.branches ?? []).filter((it) => it !== worktree?.branch)
  const choices = into === undefined || branches.includes(into) ? branches : [into, ...branches]
  return (
    <Dialog
      title="Merge"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{merged === undefined ? 'Cancel' : 'Close'}</Button>
          <Button kind="primary" disabled={merged === undefined && !canMerge} action={merge}>
            {merged === undefined ? CONFIRM[how] : 'Remove the worktree'}
          </Button>
        </>
      }
    >
      <div className="stack merge">
        <div className="merge-branches">
          <span className="chip merge-branch">
            <span className="cut mono">{worktree?.branch}</span>
          </span>
          <span>into</span>
          <Select
            aria-label="Merge into"
            className="merge-into"
            value={into ?? ''}
            disabled={merged !== undefined}
            options={[
              ...(into === undefined ? [{ value: '', name: 'Choose a branch' }] : []),
              ...choices.map((name) => ({ value: name, name })),
            ]}
            onChoose={setInto}
          />
        </div>
        {merged === undefined && (
          <>
            <div>
              <Choice label="How to merge" options={KINDS} value={how} onChoose={setHow} />
              <p className="soft merge-about">{ABOUT[how]}</p>
            </div>
            <Failure error={project.error ?? preview.error} again={preview.again} />
            {preview.isPending && !shown && <p className="soft">Looking at what would be merged…</p>}
            {shown && into !== undefined && !preview.error && (
              <div className="stack" data-outdated={!current}>
                <MergePreview session={id} how={how} preview={shown} worktree={worktree} onClose={onClose} />
              </div>
            )}
            {canMerge && how === 'squash' && (
              <Field label="Commit message" hint="Left empty: made from the title and the commits.">
                {(control) => <Textarea {...control} rows={2} value={message} onText={setMessage} />}
              </Field>
            )}
          </>
        )}
        {(canMerge || merged !== undefined) && (
          <RadioGroup
            label="Afterwards"
            value={after}
            onChoose={setAfter}
            options={[
              { value: 'stay', name: 'Keep working in the worktree' },
              { value: 'keep', name: 'Remove the worktree, keep the branch' },
              { value: 'discard', name: 'Remove the worktree and the branch' },
            ]}
          />
        )}
        {merged !== undefined && (
          <p>
            Merged into <code>{merged}</code>. The worktree is still there.
          </p>
        )}
        <Failure error={merge.error} />
      </div>
    </Dialog>
  )
}
