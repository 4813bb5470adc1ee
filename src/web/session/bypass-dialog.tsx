import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { BYPASS_WARNING } from './modes.ts'

/** Asks before everything may run unasked. */
export function BypassDialog({ run, onClose }: { run: () => Promise<unknown>; onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Bypass permissions?"
      confirm="Bypass permissions"
      cancel="Cancel"
      run={run}
      onClose={onClose}
    >
      <p className="session-danger">{BYPASS_WARNING}</p>
    </ConfirmDialog>
  )
}
