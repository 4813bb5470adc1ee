import { useAction } from '../store/action.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/failure.tsx'
import { BYPASS_WARNING } from './modes.ts'

export function BypassDialog({ onAgree, onClose }: { onAgree: () => Promise<unknown>; onClose: () => void }) {
  const agree = useAction(async () => {
    await onAgree()
    onClose()
  })
  return (
    <Dialog title="Bypass permissions?" onClose={onClose}>
      <div className="stack">
        <p className="session-danger">{BYPASS_WARNING}</p>
        <div className="row wrap">
          <Button kind="danger" isPending={agree.isPending} onClick={() => agree.run()}>
            Bypass permissions
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
        <Failure error={agree.error} />
      </div>
    </Dialog>
  )
}
