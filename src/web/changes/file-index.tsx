/** The changed files as a tree: folders, and under each its files. */
import { memo, useMemo } from 'react'
import type { Changes } from '../../api/resources.ts'
import { DiffCounts } from '../diff/diff-counts.tsx'
import { FolderIcon } from '../ui/icons.ts'
import { byFolder } from './by-folder.ts'

export type File = Changes['files'][number]
interface Props {
  files: readonly File[]
  current: string | undefined
  onGo: (path: string) => void
}

const LETTERS: Readonly<Record<string, string>> = { new: 'N', added: 'A', deleted: 'D', modified: 'M' }

export const FileIndex = memo(function FileIndex({ files, current, onGo }: Props) {
  const folders = useMemo(() => byFolder(files), [files])
  return (
    <nav className="changes-index" aria-label="Changed files">
      {folders.map(({ folder, files: own }) => (
        <div key={folder} className="changes-folder">
          {folder !== '' && (
            <p className="changes-folder-name" title={folder}>
              <FolderIcon />
              <span className="cut">{folder}</span>
            </p>
          )}
          <ul data-nested={folder !== ''}>
            {own.map((file) => (
              <FileRow key={file.path} file={file} isCurrent={file.path === current} onGo={onGo} />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
})

interface RowProps {
  file: File
  isCurrent: boolean
  onGo: (path: string) => void
}

function FileRow({ file, isCurrent, onGo }: RowProps) {
  const { path, status, added, removed, isBinary } = file
  return (
    <li>
      <button type="button" aria-current={isCurrent || undefined} title={path} onClick={() => onGo(path)}>
        <span className="changes-letter" data-status={status} title={status}>
          {LETTERS[status] ?? '?'}
          <span className="unseen"> {status}</span>
        </span>
        <span className="grow cut">{path.slice(path.lastIndexOf('/') + 1)}</span>
        {isBinary ? <span className="tag">binary</span> : <DiffCounts added={added} removed={removed} />}
      </button>
    </li>
  )
}
