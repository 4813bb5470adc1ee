import { Dialog } from '../ui/dialog.tsx'
import { RunPanel } from './run-panel.tsx'

export function RunDialog({ folder, onClose }: { folder: string; onClose: () => void }) {
  return (
    <Dialog title="Run script" size="large" onClose={onClose}>
      <RunPanel folder={folder} />
    </Dialog>
  )
}
