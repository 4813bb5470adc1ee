/** What the menu of a session offers for its worktree, and the dialog that is open. */
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import { EndIcon, MergeIcon } from '../ui/icons.ts'
import type { MenuEntry } from '../ui/menu.tsx'

const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }))
const EndDialog = lazy(async () => ({ default: (await import('./end-dialog.tsx')).EndDialog }))

export function useWorktreeEntries(summary: SessionSummary): {
  entries: readonly MenuEntry[]
  dialog: ReactNode
} {
  const [open, setOpen] = useState<'merge' | 'end'>()
  const { worktree } = summary
  const close = () => setOpen(undefined)
  const isUsable = worktree && worktree.status !== 'ended' && worktree.status !== 'planned'
  return {
    entries: isUsable
      ? [
          { name: 'Merge…', icon: MergeIcon, startsGroup: true, run: () => setOpen('merge') },
          { name: 'End worktree…', icon: EndIcon, run: () => setOpen('end') },
        ]
      : [],
    dialog: open && (
      <Suspense>
        {open === 'merge' && <MergeDialog summary={summary} onClose={close} />}
        {open === 'end' && <EndDialog summary={summary} onClose={close} />}
      </Suspense>
    ),
  }
}
