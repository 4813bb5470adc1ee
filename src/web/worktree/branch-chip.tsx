/** In the head of a session: its folder or branch, and how far a worktree is from the branch that it began at. */
import type { SessionSummary } from '../../api/resources.ts'
import { BranchIcon, FolderIcon } from '../ui/icons.ts'
import { commitsWords } from './commits-words.ts'
import { useWorktreeStatus } from './status.ts'
import './branch-chip.css'

export function BranchChip({ summary, turns }: { summary: SessionSummary; turns: number }) {
  const { cwd, worktree, branch = worktree?.branch } = summary
  const status = useWorktreeStatus(summary, turns).value
  return (
    <>
      {!worktree && (
        <span className="chip session-folder" title={cwd}>
          <FolderIcon />
          <span className="cut mono">{cwd.slice(cwd.lastIndexOf('/') + 1) || cwd}</span>
        </span>
      )}
      {branch !== undefined && (
        <span className="chip session-folder session-branch" title={worktree ? `${branch}\n${cwd}` : branch}>
          <BranchIcon />
          <span className="unseen">Branch </span>
          <span className="cut mono">{branch}</span>
        </span>
      )}
      {status && <Distance {...status} />}
    </>
  )
}

function Distance({
  worktree: { baseBranch },
  ahead,
  behind,
  uncommitted,
}: NonNullable<ReturnType<typeof useWorktreeStatus>['value']>) {
  const dirty = uncommitted.length
  const words = [
    ...(ahead !== undefined && behind !== undefined
      ? [`${commitsWords(ahead)} ahead of ${baseBranch ?? 'its base'}, ${behind} behind`]
      : []),
    ...(dirty > 0 ? [`${dirty === 1 ? '1 file' : `${dirty} files`} not committed`] : []),
  ]
  if (words.length === 0) return null
  return (
    <span className="session-distance" title={words.join('\n')}>
      <span className="unseen">{words.join('; ')}</span>
      <span aria-hidden="true">
        {baseBranch !== undefined && <span className="session-base">{baseBranch} </span>}
        {ahead !== undefined && `↑${ahead} ↓${behind}`}
        {dirty > 0 && <span className="session-dirty"> · {dirty} not committed</span>}
      </span>
    </span>
  )
}
