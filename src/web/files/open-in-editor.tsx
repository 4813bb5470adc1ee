import { Link } from '../ui/link.tsx'
import { editorAddress, useEditorTemplate } from './editor.ts'
import '../ui/button.css'

/** The editor runs on the machine of the browser: where that is not the host's, the path may not exist there. */
export function OpenInEditor({ path, line }: { path: string; line?: number | undefined }) {
  const address = editorAddress(useEditorTemplate(), path, line)
  if (address === undefined)
    return (
      <Link className="button" data-kind="quiet" data-size="small" href="/settings">
        Choose an editor…
      </Link>
    )
  return (
    <a className="button" data-kind="quiet" data-size="small" href={address}>
      Open in editor
    </a>
  )
}
