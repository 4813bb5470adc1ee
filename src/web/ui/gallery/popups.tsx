import { useState } from 'react'
import { Button } from '../button.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Dialog } from '../dialog.tsx'
import { ArchiveIcon, DeleteIcon, ExpandIcon } from '../icons.ts'
import { Menu, type MenuEntry } from '../menu.tsx'
import { Popover } from '../popover.tsx'
import { showToast } from '../toast/toasts.ts'

const ENTRIES: readonly MenuEntry[] = [
  { name: 'Ask first', isChosen: true, run: () => {} },
  { name: 'Accept edits', isChosen: false, run: () => {} },
  { name: 'Archive', icon: ArchiveIcon, shortcut: 'e', startsGroup: true, run: () => {} },
  { name: 'Disabled', icon: ArchiveIcon, isDisabled: true, run: () => {} },
  { name: 'Discard…', icon: DeleteIcon, isDangerous: true, run: () => {} },
]

export function Popups() {
  const [open, setOpen] = useState<'plain' | 'confirm'>()
  const close = () => setOpen(undefined)
  return (
    <section className="card gallery-box">
      <h2>Menu, popover, dialogs, toasts</h2>
      <div className="row wrap">
        <Menu label="Menu" entries={ENTRIES}>
          <Button>
            Menu
            <ExpandIcon />
          </Button>
        </Menu>
        <Popover title="Popover" button={<Button>Popover</Button>}>
          <p>Read or set beside the page.</p>
        </Popover>
        <Button onClick={() => setOpen('plain')}>Dialog</Button>
        <Button onClick={() => setOpen('confirm')}>Confirm dialog</Button>
      </div>
      <div className="row wrap">
        <Button
          onClick={() =>
            showToast({
              text: 'Merged into main',
              tone: 'success',
              action: { name: 'Undo', run: () => {} },
            })
          }
        >
          Toast
        </Button>
        <Button onClick={() => showToast({ text: 'Push rejected: main has moved', tone: 'danger' })}>
          Toast of a failure
        </Button>
      </div>
      {open === 'plain' && (
        <Dialog title="Rename session" onClose={close} foot={<Button kind="primary">Rename</Button>}>
          <p>What the dialog is about.</p>
        </Dialog>
      )}
      {open === 'confirm' && (
        <ConfirmDialog
          title="Discard this worktree?"
          confirm="Discard worktree"
          cancel="Keep worktree"
          run={async () => {}}
          onClose={close}
        >
          <p>4 commits and 2 unsaved files leave the list. You can restore them for 30 days.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
