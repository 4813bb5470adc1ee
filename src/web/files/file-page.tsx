/** A file with an address of its own. */
import { sessionAddress } from '../router.ts'
import { BackIcon, FileIcon } from '../ui/icons.ts'
import { Link } from '../ui/link.tsx'
import { FileViewer } from './file-viewer.tsx'
import type { FileReference } from './references.ts'

export function FilePage({ session, ...file }: FileReference & { session: string }) {
  return (
    <div className="file-page">
      <header className="file-head">
        <Link
          className="button"
          data-kind="quiet"
          data-icon
          href={sessionAddress(session)}
          aria-label="Back to the session"
        >
          <BackIcon />
        </Link>
        <FileIcon />
        <h1 className="grow cut mono">{file.path}</h1>
      </header>
      <FileViewer session={session} {...file} />
    </div>
  )
}
