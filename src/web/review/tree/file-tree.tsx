/** The changed files under their folders, as a virtual list. */
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { VList, type VListHandle } from 'virtua'
import { CheckIcon, ClosedIcon, ExpandIcon, FileIcon, TextIcon } from '../../ui/icons.ts'
import type { File, Viewed } from '../viewed.ts'
import { byFolder, nameOf } from './order.ts'

interface Props {
  files: readonly File[]
  current: string | undefined
  viewed: Viewed
  /** How many open comments each file has. */
  comments: ReadonlyMap<string, number>
  onGo: (path: string) => void
}

type Row =
  | { readonly kind: 'folder'; readonly folder: string; readonly isOpen: boolean }
  | { readonly kind: 'file'; readonly file: File; readonly isNested: boolean }

const ROW_HEIGHT = 29

export const FileTree = memo(function FileTree({ files, current, viewed, comments, onGo }: Props) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(
    () =>
      byFolder(files).flatMap(({ folder, files: own }): Row[] => {
        const isOpen = !closed.has(folder)
        return [
          ...(folder === '' ? [] : [{ kind: 'folder', folder, isOpen } as const]),
          ...(isOpen ? own.map((file) => ({ kind: 'file', file, isNested: folder !== '' }) as const) : []),
        ]
      }),
    [files, closed],
  )
  const list = useRef<VListHandle>(null)
  const place = rows.findIndex((row) => row.kind === 'file' && row.file.path === current)
  useEffect(() => {
    if (place >= 0) list.current?.scrollToIndex(place, { align: 'nearest' })
  }, [place])
  const toggle = (folder: string) => {
    const next = new Set(closed)
    if (!next.delete(folder)) next.add(folder)
    setClosed(next)
  }
  return (
    <VList ref={list} className="tree-list" data={rows} itemSize={ROW_HEIGHT}>
      {(row) =>
        row.kind === 'folder' ? (
          <button
            key={`folder ${row.folder}`}
            type="button"
            className="tree-row"
            aria-expanded={row.isOpen}
            title={row.folder}
            onClick={() => toggle(row.folder)}
          >
            {row.isOpen ? <ExpandIcon /> : <ClosedIcon />}
            <span className="cut grow">{row.folder}</span>
          </button>
        ) : (
          <FileRow
            key={row.file.path}
            file={row.file}
            isNested={row.isNested}
            isCurrent={row.file.path === current}
            isViewed={viewed.has(row.file)}
            comments={comments.get(row.file.path) ?? 0}
            onGo={onGo}
          />
        )
      }
    </VList>
  )
})

const LETTERS = { new: 'A', added: 'A', deleted: 'D', modified: 'M', conflicted: '!' } as const

interface RowProps {
  file: File
  isNested: boolean
  isCurrent: boolean
  isViewed: boolean
  comments: number
  onGo: (path: string) => void
}

const FileRow = memo(function FileRow({ file, isNested, isCurrent, isViewed, comments, onGo }: RowProps) {
  const { path, status, added, removed, isBinary, staged } = file
  return (
    <button
      type="button"
      className="tree-row"
      data-nested={isNested}
      data-viewed={isViewed}
      aria-current={isCurrent || undefined}
      title={path}
      onClick={() => onGo(path)}
    >
      <FileIcon />
      <span className="grow cut">{nameOf(path)}</span>
      {comments > 0 && (
        <span className="tree-comments number">
          <TextIcon />
          <span className="unseen">comments: </span>
          {comments}
        </span>
      )}
      {!isBinary && (
        <span className="number tree-lines">
          {added > 0 && <span data-kind="added">+{added}</span>}
          {added === 0 && removed > 0 && <span data-kind="removed">−{removed}</span>}
        </span>
      )}
      <span className="tree-letter" data-status={status} title={status}>
        <span aria-hidden="true">{LETTERS[status]}</span>
        <span className="unseen">{status}</span>
      </span>
      <span className="tree-mark" title={staged ? STAGED[staged] : undefined}>
        {isViewed ? <CheckIcon /> : staged && <span className="dot" data-staged={staged} />}
        {isViewed && <span className="unseen">viewed</span>}
        {staged && <span className="unseen">{STAGED[staged]}</span>}
      </span>
    </button>
  )
})

const STAGED = { all: 'staged', part: 'partly staged' } as const
