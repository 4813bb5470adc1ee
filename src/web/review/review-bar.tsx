/** Below the lines: how the branch stands to the one that it began at, and commit, push and merge. */
import { lazy, Suspense, useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import type { MergeKind } from '../../api/work.ts'
import type { SessionState } from '../../state/session-state.ts'
import { api } from '../store/connection.ts'
import { useFetched, useKept } from '../store/fetched.ts'
import { useStored } from '../store/stored.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { CommitIcon, ExpandIcon, MergeIcon, MoreIcon, RenameIcon, UpIcon, WarningIcon } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { commitsWords } from '../worktree/commits-words.ts'
import { isThere, useWorktreeStatus, worktreeTouched } from '../worktree/status.ts'
import { CommitDialog } from './actions/commit-dialog.tsx'
import { PushDialog } from './actions/push-dialog.tsx'

const MergeDialog = lazy(async () => ({
  default: (await import('../worktree/merge-dialog.tsx')).MergeDialog,
}))

interface Props {
  summary: SessionSummary
  state: SessionState
  onChanged: () => void
}

const WAYS = [
  { how: 'merge', name: 'Merge' },
  { how: 'squash', name: 'Squash and merge' },
  { how: 'rebase', name: 'Rebase and merge' },
] as const satisfies readonly { how: MergeKind; name: string }[]

export function ReviewBar({ summary, state, onChanged }: Props) {
  const [open, setOpen] = useState<'commit' | 'amend' | 'push' | 'merge'>()
  const [kept, keep] = useStored('merge-how')
  const way = WAYS.find(({ how }) => how === kept) ?? WAYS[1]
  const { worktree } = summary
  const close = () => setOpen(undefined)
  const changed = () => {
    worktreeTouched.notify()
    onChanged()
  }
  return (
    <footer className="review-bar">
      <BranchWords summary={summary} turns={state.turns.past.size} onConflicts={() => setOpen('merge')} />
      <Menu
        label="More of git"
        entries={[
          { name: 'Amend the last commit…', icon: RenameIcon, run: () => setOpen('amend') },
          { name: 'Push…', icon: UpIcon, run: () => setOpen('push') },
        ]}
      >
        <IconButton label="More of git" icon={MoreIcon} />
      </Menu>
      <Button onClick={() => setOpen('commit')}>
        <CommitIcon />
        Commit…
      </Button>
      {worktree && isThere(worktree) && (
        <span className="button-group">
          <Button kind="primary" onClick={() => setOpen('merge')}>
            <MergeIcon />
            {way.name}
          </Button>
          <Menu
            label="Other ways to merge"
            entries={WAYS.map(({ how, name }) => ({
              name,
              isChosen: how === way.how,
              run: () => {
                keep(how)
                setOpen('merge')
              },
            }))}
          >
            <IconButton label="Other ways to merge" icon={ExpandIcon} kind="primary" />
          </Menu>
        </span>
      )}
      {(open === 'commit' || open === 'amend') && (
        <CommitDialog
          summary={summary}
          state={state}
          amend={open === 'amend'}
          onDone={changed}
          onClose={close}
          onPush={() => setOpen('push')}
        />
      )}
      {open === 'push' && <PushDialog summary={summary} onDone={changed} onClose={close} />}
      {open === 'merge' && (
        <Suspense>
          <MergeDialog
            summary={summary}
            how={way.how}
            onClose={() => {
              close()
              onChanged()
            }}
          />
        </Suspense>
      )}
    </footer>
  )
}

interface BranchProps {
  summary: SessionSummary
  turns: number
  onConflicts: () => void
}

function BranchWords({ summary, turns, onConflicts }: BranchProps) {
  const { id, worktree } = summary
  const status = useWorktreeStatus(summary, turns).value
  const base = worktree?.baseBranch
  const behind = status?.behind ?? 0
  const isAsked = status !== undefined && base !== undefined && behind > 0
  const { value } = useFetched(isAsked ? `conflicts ${id} ${status.head} ${behind}` : undefined, () =>
    api.call('previewMerge', { params: { id }, query: { how: 'merge' } }),
  )
  const conflicts = useKept(value)?.conflicts ?? []
  if (status === undefined || base === undefined) return <span className="grow" />
  return (
    <>
      {isAsked && conflicts.length > 0 && (
        <Button kind="danger" size="small" title={conflicts.join('\n')} onClick={onConflicts}>
          <WarningIcon />
          {conflicts.length === 1 ? '1 conflict' : `${conflicts.length} conflicts`}
        </Button>
      )}
      <p className="cut grow soft review-words">
        <span className="mono">{base}</span>{' '}
        {behind === 0
          ? 'has no new commits'
          : `has ${commitsWords(behind)} more${value && conflicts.length === 0 ? ', no conflicts' : ''}`}
      </p>
    </>
  )
}
