import { DiffCounts } from '../diff/diff-counts.tsx'
import { PatchView } from '../diff/patch-view.tsx'
import { Button } from '../ui/button.tsx'
import type { File } from './file-index.tsx'

interface Props {
  file: File
  /** Undefined: the diff ended before it. */
  patch: string | undefined
  isCut: boolean
  isOpen: boolean
  onOpen: () => void
}

/** One file's diff, or why there is none. */
export function ChangedFile({ file, patch, isCut, isOpen, onOpen }: Props) {
  const { path, added, removed, isBinary, status } = file
  return (
    <section className="changes-file" data-path={path} tabIndex={-1} aria-label={path}>
      {patch !== undefined && isOpen && !isBinary ? (
        <PatchView patch={patch} />
      ) : (
        <div className="card row wrap">
          <span className="mono grow changes-path">{path}</span>
          {isBinary ? (
            <span className="soft">Binary file, {status}</span>
          ) : patch === undefined ? (
            <span className="soft">Left out: the diff is too long</span>
          ) : (
            <>
              <DiffCounts added={added} removed={removed} />
              <Button size="small" onClick={onOpen}>
                Show
              </Button>
            </>
          )}
        </div>
      )}
      {isCut && <p className="changes-cut">The diff ends here: it is too long.</p>}
    </section>
  )
}
