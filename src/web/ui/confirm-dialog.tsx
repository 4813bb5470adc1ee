import type { ReactNode } from 'react'
import { useAction } from '../store/action.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Failure } from './failure.tsx'

interface Props {
  title: string
  /** What is about to happen. */
  children: ReactNode
  confirm: string
  cancel: string
  run: () => Promise<unknown>
  onClose: () => void
}

/** Asks before something dangerous. It closes when `run` has worked, and shows why it failed otherwise. */
export function ConfirmDialog({ title, children, confirm, cancel, run, onClose }: Props) {
  const action = useAction(async () => {
    await run()
    onClose()
  })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="danger-solid" action={action}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="stack">
        {children}
        <Failure error={action.error} />
      </div>
    </Dialog>
  )
}
