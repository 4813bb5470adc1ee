/** The worktrees that the host has created for a project, those without a session first, and what was removed and can be restored. */
import { useState } from 'react'
import type { WorktreeList, WorktreeTrash } from '../../api/work.ts'
import { sessionAddress } from '../router.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { useFetched, useKept } from '../store/fetched.ts'
import { useLive } from '../store/use-live.ts'
import { When } from '../ui/age.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Failure } from '../ui/failure.tsx'
import { BranchIcon } from '../ui/icons.ts'
import { Link } from '../ui/link.tsx'
import { Tag } from '../ui/tag.tsx'
import { showToast } from '../ui/toast/toasts.ts'

type Worktree = WorktreeList['worktrees'][number]
type Removed = WorktreeTrash['entries'][number]

/** `checkout`: only those of this project. */
export function ProjectWorktrees({ checkout }: { checkout: string }) {
  const fetched = useFetched('worktrees', async () => {
    const [{ worktrees }, { entries }] = await Promise.all([
      api.call('listWorktrees', {}),
      api.call('listTrash', {}),
    ])
    return { worktrees, entries }
  })
  const known = useKept(fetched.value)
  const worktrees = known?.worktrees.filter((it) => it.checkout === checkout)
  const entries = known?.entries.filter((it) => it.checkout === checkout)
  return (
    <>
      <section className="card stack" aria-label="Worktrees of the project">
        <h2>Worktrees</h2>
        <Failure error={fetched.error} again={fetched.again} />
        {worktrees?.length === 0 && <p className="soft">No session of this project has one.</p>}
        {worktrees && worktrees.length > 0 && (
          <ul className="settings-list">
            {worktrees.map((it) => (
              <WorktreeRow key={it.path} worktree={it} onChanged={fetched.again} />
            ))}
          </ul>
        )}
      </section>
      {entries && entries.length > 0 && (
        <section className="card stack" aria-label="Removed worktrees">
          <div>
            <h2>Removed worktrees</h2>
            <p className="soft">
              Their commits, changes and new files are kept for 30 days. What git ignores is not.
            </p>
          </div>
          <ul className="settings-list">
            {entries.map((it) => (
              <RemovedRow key={it.id} entry={it} onChanged={fetched.again} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function WorktreeRow({ worktree, onChanged }: { worktree: Worktree; onChanged: () => void }) {
  const { path, branch, session } = worktree
  const title = useLive().sessions?.find(({ id }) => id === session)?.title
  const [asked, setAsked] = useState<'keep' | 'discard'>()
  return (
    <li className="row wrap">
      <BranchIcon />
      <span className="grow project-place">
        <strong className="mono">{branch}</strong>
        <span className="soft small mono project-path">{path}</span>
      </span>
      {session === undefined ? (
        <>
          <Tag tone="needs-you">No session</Tag>
          <Button size="small" onClick={() => setAsked('keep')}>
            Remove, keep branch
          </Button>
          <Button size="small" kind="danger" onClick={() => setAsked('discard')}>
            Discard
          </Button>
        </>
      ) : (
        <Link href={sessionAddress(session)}>{title ?? 'Session'}</Link>
      )}
      {asked && (
        <ConfirmDialog
          title={asked === 'keep' ? 'Remove the worktree?' : 'Discard the worktree?'}
          confirm={asked === 'keep' ? 'Remove' : 'Discard'}
          cancel="Cancel"
          run={async () => {
            await api.call('endOrphan', { body: { commandId: newId(), path, branch: asked } })
            showToast({ text: `Removed the worktree of ${branch}.`, tone: 'success' })
            onChanged()
          }}
          onClose={() => setAsked(undefined)}
        >
          <p>
            The folder <code>{path}</code> is removed{asked === 'discard' && ' with its branch'}. For 30 days
            it can be restored below.
          </p>
        </ConfirmDialog>
      )}
    </li>
  )
}

function RemovedRow({ entry, onChanged }: { entry: Removed; onChanged: () => void }) {
  const { id, checkout, branch, title, at, until } = entry
  const [isAsking, setAsking] = useState(false)
  const restore = useAction(async () => {
    const { result } = await api.call('restoreWorktree', { body: { commandId: newId(), checkout, id } })
    showToast({ text: `Restored ${result.branch} in ${result.path}.`, tone: 'success' })
    onChanged()
  })
  return (
    <li className="row wrap">
      <BranchIcon />
      <span className="grow project-place">
        <strong className="mono">{branch}</strong>
        <span className="soft small project-path">
          {title !== undefined && `${title} · `}removed <When at={at} isShort />, kept until{' '}
          <When at={until} isShort />
        </span>
      </span>
      <Button size="small" action={restore}>
        Restore
      </Button>
      <Button size="small" kind="danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Failure error={restore.error} />
      {isAsking && (
        <ConfirmDialog
          title="Delete for good?"
          confirm="Delete"
          cancel="Cancel"
          run={async () => {
            await api.call('pruneTrash', { body: { commandId: newId(), checkout, ids: [id] } })
            onChanged()
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            What is kept of <code>{branch}</code> cannot be restored afterwards.
          </p>
        </ConfirmDialog>
      )}
    </li>
  )
}
