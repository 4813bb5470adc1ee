/** The changed files under their folders, as a virtual list. */
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { VList, type VListHandle } from 'virtua'
import { CheckIcon, ClosedIcon, ExpandIcon, FileIcon, TextIcon } from '../../ui/icons.ts'
import type { File, Viewed } from '../viewed.ts'
import { byFolder, nameOf, ownFirst } from './order.ts'

interface Props {
  files: readonly File[]
  /** How many files others have changed, shown or not. */
  foreign: number
  current: string | undefined
  viewed: Viewed
  /** How many open comments each file has. */
  comments: ReadonlyMap<string, number>
  onGo: (path: string) => void
  onForeign: () => void
}

type Row =
  | { readonly kind: 'foreign'; readonly isOpen: boolean }
  | { readonly kind: 'folder'; readonly by: string; readonly folder: string; readonly isOpen: boolean }
  | { readonly kind: 'file'; readonly file: File; readonly isNested: boolean }

const ROW_HEIGHT = 29

export const FileTree = memo(function FileTree(props: Props) {
  const { files, foreign, current, viewed, comments, onGo, onForeign } = props
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => {
    const shown = ownFirst(files)
    return [
      ...rowsOf(shown.own, closed),
      ...(foreign > 0 ? [{ kind: 'foreign', isOpen: shown.foreign.length > 0 } as const] : []),
      ...rowsOf(shown.foreign, closed),
    ]
  }, [files, foreign, closed])
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
        row.kind === 'foreign' ? (
          <button
            key="foreign"
            type="button"
            className="tree-row tree-foreign"
            aria-expanded={row.isOpen}
            title="Edit tools of this session named none of these files, and none of its commands ran meanwhile"
            onClick={onForeign}
          >
            {row.isOpen ? <ExpandIcon /> : <ClosedIcon />}
            <span className="cut grow">Changed by others</span>
            <span className="number">{foreign}</span>
          </button>
        ) : row.kind === 'folder' ? (
          <button
            key={`folder ${row.by} ${row.folder}`}
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

function rowsOf(files: readonly File[], closed: ReadonlySet<string>): Row[] {
  return byFolder(files).flatMap(({ folder, files: own }): Row[] => {
    const isOpen = !closed.has(folder)
    const by = own[0]?.by === 'foreign' ? 'others' : 'session'
    return [
      ...(folder === '' ? [] : [{ kind: 'folder', by, folder, isOpen } as const]),
      ...(isOpen ? own.map((file) => ({ kind: 'file', file, isNested: folder !== '' }) as const) : []),
    ]
  })
}

const LETTERS = { new: 'A', added: 'A', deleted: 'D', modified: 'M', renamed: 'R', conflicted: '!' } as const

interface RowProps {
  file: File
  isNested: boolean
  isCurrent: boolean
  isViewed: boolean
  comments: number
  onGo: (path: string) => void
}

const FileRow = memo(function FileRow({ file, isNested, isCurrent, isViewed, comments, onGo }: RowProps) {
  const { path, status, added, removed, isBinary, staged, by } = file
  return (
    <button
      type="button"
      className="tree-row"
      data-nested={isNested}
      data-viewed={isViewed}
      aria-current={isCurrent || undefined}
      title={file.from === undefined ? path : `${file.from} → ${path}`}
      onClick={() => onGo(path)}
    >
      <FileIcon />
      <span className="grow cut">{nameOf(path)}</span>
      {by === 'possibly' && (
        <span
          className="tree-possibly"
          title="A command of this session may have changed it, or somebody else"
        >
          <span aria-hidden="true">?</span>
          <span className="unseen">possibly of this session</span>
        </span>
      )}
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
