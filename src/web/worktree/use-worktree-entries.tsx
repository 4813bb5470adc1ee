/** What the menu of a session offers for its worktree, and the dialog that is open. */
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import type { SessionState } from '../../state/session-state.ts'
import { navigate, projectAddress } from '../router.ts'
import { DeleteIcon, MergeIcon, RewindIcon, SettingsIcon, TerminalIcon } from '../ui/icons.ts'
import type { MenuEntry } from '../ui/menu.tsx'
import { isThere } from './status.ts'

const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }))
const CheckpointsDialog = lazy(async () => ({
  default: (await import('./checkpoints-dialog.tsx')).CheckpointsDialog,
}))
const RunDialog = lazy(async () => ({ default: (await import('../projects/run-dialog.tsx')).RunDialog }))
const EndDialog = lazy(async () => ({ default: (await import('./end-dialog.tsx')).EndDialog }))

export function useWorktreeEntries(
  summary: SessionSummary,
  state: SessionState,
): {
  entries: readonly MenuEntry[]
  dialog: ReactNode
} {
  const [open, setOpen] = useState<'merge' | 'end' | 'restore' | 'run'>()
  const { worktree, branch, project } = summary
  const isInRepository = worktree !== undefined || branch !== undefined
  const close = () => setOpen(undefined)
  const isUsable = worktree && isThere(worktree)
  return {
    entries: [
      ...(isUsable
        ? [
            { name: 'Merge…', icon: MergeIcon, startsGroup: true, run: () => setOpen('merge') },
            { name: 'Restore checkpoint…', icon: RewindIcon, run: () => setOpen('restore') },
            { name: 'End worktree…', icon: DeleteIcon, run: () => setOpen('end') },
          ]
        : []),
      ...(isInRepository
        ? [
            {
              name: 'Run script…',
              icon: TerminalIcon,
              ...(!isUsable && { startsGroup: true }),
              run: () => setOpen('run'),
            },
            {
              name: 'Project settings',
              icon: SettingsIcon,
              run: () => navigate(projectAddress(project.path)),
            },
          ]
        : []),
    ],
    dialog: open && (
      <Suspense>
        {open === 'merge' && <MergeDialog summary={summary} onClose={close} />}
        {open === 'restore' && <CheckpointsDialog summary={summary} state={state} onClose={close} />}
        {open === 'run' && <RunDialog folder={summary.cwd} onClose={close} />}
        {open === 'end' && <EndDialog summary={summary} onClose={close} />}
      </Suspense>
    ),
  }
}
