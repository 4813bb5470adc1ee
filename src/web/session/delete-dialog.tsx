import type { SessionSummary } from '../../api/resources.ts'
import { navigate } from '../router.ts'
import { useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/failure.tsx'

export function DeleteDialog({
  summary: { id, title },
  onClose,
}: {
  summary: SessionSummary
  onClose: () => void
}) {
  const remove = useAction(async () => {
    await api.call('deleteSession', { params: { id } })
    navigate('/')
  })
  return (
    <Dialog title="Delete the session?" onClose={onClose}>
      <div className="stack">
        <p>
          <strong>{title || 'Untitled'}</strong> is ended and everything that the host knows of it is removed.
          The CLI’s own transcript, and the files in the folder, stay.
        </p>
        <div className="row wrap">
          <Button kind="danger" isPending={remove.isPending} onClick={() => remove.run()}>
            Delete
          </Button>
          <Button onClick={onClose}>Keep it</Button>
        </div>
        <Failure error={remove.error} />
      </div>
    </Dialog>
  )
}
