/** Below the files: where the branch is, and commit, push and merge. */
import { useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import type { SessionState } from '../../state/session-state.ts'
import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { BranchIcon, CommitIcon, MoreIcon, RenameIcon, UpIcon, WarningIcon } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { CommitDialog } from './actions/commit-dialog.tsx'
import { PushDialog } from './actions/push-dialog.tsx'

interface Props {
  summary: SessionSummary
  state: SessionState
  /** Changes whenever the folder may have changed. */
  version: string
  onChanged: () => void
}

export function ReviewBar({ summary, state, version, onChanged }: Props) {
  const [open, setOpen] = useState<'commit' | 'amend' | 'push'>()
  const close = () => setOpen(undefined)
  return (
    <footer className="review-bar">
      <BranchState summary={summary} version={version} />
      <Menu
        label="More of git"
        entries={[
          { name: 'Amend the last commit…', icon: RenameIcon, run: () => setOpen('amend') },
          { name: 'Push…', icon: UpIcon, run: () => setOpen('push') },
        ]}
      >
        <IconButton label="More of git" icon={MoreIcon} kind="quiet" />
      </Menu>
      <Button onClick={() => setOpen('commit')}>
        <CommitIcon />
        Commit…
      </Button>
      {(open === 'commit' || open === 'amend') && (
        <CommitDialog
          summary={summary}
          state={state}
          amend={open === 'amend'}
          onDone={onChanged}
          onClose={close}
          onPush={() => setOpen('push')}
        />
      )}
      {open === 'push' && <PushDialog summary={summary} onDone={onChanged} onClose={close} />}
    </footer>
  )
}

/** How the branch of a worktree stands to the one that it began at. */
function BranchState({ summary: { id, worktree }, version }: { summary: SessionSummary; version: string }) {
  const base = worktree?.baseBranch
  const isUsable = base !== undefined && worktree?.status === 'ready'
  const { value } = useFetched(isUsable ? `branch ${id} ${version}` : undefined, async () => {
    const params = { id }
    const [status, preview] = await Promise.all([
      api.call('getWorktree', { params }),
      api.call('previewMerge', { params, query: { how: 'merge' } }),
    ])
    return { ...status, conflicts: preview.conflicts }
  })
  if (!value || base === undefined) return <span className="grow" />
  const { ahead = 0, behind = 0, conflicts, uncommitted } = value
  return (
    <>
      <span className="review-branch" title={`${ahead} ahead of ${base}, ${behind} behind`}>
        <BranchIcon />
        <span className="cut mono">{worktree?.branch}</span>
        <span className="number soft">
          ↑{ahead} ↓{behind}
        </span>
      </span>
      {conflicts.length > 0 && (
        <span className="review-conflicts" title={conflicts.join('\n')}>
          <WarningIcon />
          {conflicts.length === 1 ? '1 conflict' : `${conflicts.length} conflicts`}
        </span>
      )}
      <span className="cut grow soft review-words">
        {behind === 0 ? `${base} has not moved` : `${base} has ${counted(behind, 'new commit')}`}
        {behind > 0 && conflicts.length === 0 && ', no conflicts'}
        {uncommitted.length > 0 && `, ${counted(uncommitted.length, 'file')} not committed`}
      </span>
    </>
  )
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
