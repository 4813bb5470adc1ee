import { memo } from 'react'
import type { Changes } from '../../api/resources.ts'
import { DiffCounts } from '../diff/diff-counts.tsx'

export type File = Changes['files'][number]
interface Props {
  files: readonly File[]
  current: string | undefined
  onGo: (path: string) => void
}

const LETTERS: Readonly<Record<string, string>> = { new: 'N', added: 'A', deleted: 'D', modified: 'M' }

export const FileIndex = memo(function FileIndex({ files, current, onGo }: Props) {
  return (
    <nav className="changes-index" aria-label="Changed files">
      <ul>
        {files.map(({ path, status, added, removed, isBinary }) => (
          <li key={path}>
            <button
              type="button"
              aria-current={path === current || undefined}
              title={path}
              onClick={() => onGo(path)}
            >
              <span className="changes-letter" data-status={status} title={status}>
                {LETTERS[status] ?? '?'}
                <span className="unseen"> {status}</span>
              </span>
              <Name path={path} />
              {isBinary ? (
                <span className="tag">binary</span>
              ) : (
                <DiffCounts added={added} removed={removed} />
              )}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
})

/** The folder is cut before the file name is. */
function Name({ path }: { path: string }) {
  const slash = path.lastIndexOf('/') + 1
  return (
    <span className="grow changes-name">
      {slash > 0 && <span className="cut soft">{path.slice(0, slash)}</span>}
      <span>{path.slice(slash)}</span>
    </span>
  )
}
