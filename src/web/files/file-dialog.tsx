/** A file beside what is read: the transcript stays where it is. */
import { fileAddress } from '../router.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Link } from '../ui/link.tsx'
import { FileViewer } from './file-viewer.tsx'
import type { FileReference } from './references.ts'

interface Props extends FileReference {
  session: string
  onClose: () => void
}

export function FileDialog({ session, onClose, ...file }: Props) {
  return (
    <Dialog title={file.path} onClose={onClose} size="large">
      <div className="file-dialog">
        <FileViewer session={session} {...file} />
        <p className="soft small">
          <Link href={fileAddress(session, file)}>Open as a page</Link>
        </p>
      </div>
    </Dialog>
  )
}
