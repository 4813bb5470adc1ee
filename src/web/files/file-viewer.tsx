/** A file of a session's folders, as it is now: text with its lines, or a picture. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { ApiError } from '../../api/errors.ts'
import type { FileView } from '../../api/resources.ts'
import { useShortcuts } from '../keys/keys.ts'
import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { Copy } from '../ui/copy.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { DownIcon, ErrorIcon, FileIcon, UpIcon } from '../ui/icons.ts'
import { FileLines } from './file-lines.tsx'
import { matchingLines } from './find.ts'
import { kindOf } from './kind.ts'
import { OpenInEditor } from './open-in-editor.tsx'
import type { FileReference } from './references.ts'
import './files.css'

interface Props extends FileReference {
  session: string
}

export function FileViewer({ session, path, line }: Props) {
  const { value, error, isPending, again } = useFetched(`file ${session} ${path}`, () =>
    readFile(session, path),
  )
  if (value === 'missing')
    return (
      <Empty title="File not found" icon={ErrorIcon}>
        <p>
          <code>{path}</code> is not in the folders of this session. It may have been moved or deleted, or the
          text names a file of another place.
        </p>
      </Empty>
    )
  if (value) return <Shown file={value} {...(line !== undefined && { line })} />
  if (error !== undefined) return <Failure error={error} again={again} />
  return isPending ? <p className="loading">Loading the file…</p> : null
}

async function readFile(session: string, path: string): Promise<FileView | 'missing'> {
  try {
    return await api.call('getFile', { query: { session, path } })
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'not-found') return 'missing'
    throw failure
  }
}

function Shown({ file, line }: { file: FileView; line?: number }) {
  const shown = kindOf(file)
  if (shown.kind === 'text') return <TextFile file={file} {...(line !== undefined && { line })} />
  return (
    <div className="file">
      <div className="file-bar">
        <span className="grow" />
        <OpenInEditor path={file.path} />
      </div>
      {shown.kind === 'image' ? (
        <div className="file-picture">
          <img src={shown.source} alt={file.path} />
        </div>
      ) : (
        <Empty title={shown.kind === 'binary' ? 'Binary file' : 'Too large to show'} icon={FileIcon}>
          <p>
            {shown.kind === 'binary'
              ? 'The console shows text and pictures.'
              : 'The console shows pictures of up to 1 MB.'}
          </p>
        </Empty>
      )}
    </div>
  )
}

function TextFile({ file, line }: { file: FileView; line?: number }) {
  const { path, contents, isCut } = file
  const lines = useMemo(() => contents.replace(/\n$/, '').split(/\r?\n/), [contents])
  const text = useMemo(() => lines.join('\n'), [lines])
  const [wanted, setWanted] = useState('')
  const [at, setAt] = useState(0)
  const found = useMemo(() => matchingLines(lines, wanted), [lines, wanted])
  const list = useRef<VirtualizerHandle>(null)
  const field = useRef<HTMLInputElement>(null)
  const current = found[at]
  useEffect(() => {
    if (line !== undefined) list.current?.scrollToIndex(Math.min(line, lines.length) - 1, { align: 'center' })
  }, [line, lines])
  useEffect(() => {
    if (current !== undefined) list.current?.scrollToIndex(current, { align: 'center' })
  }, [current])
  const step = (by: number) =>
    setAt((before) => (found.length === 0 ? 0 : (before + by + found.length) % found.length))
  useShortcuts('File', [
    { key: 'Mod+f', does: 'find in this file', run: () => field.current?.select(), inFields: true },
  ])
  return (
    <div className="file">
      <div className="file-bar">
        <input
          ref={field}
          type="search"
          value={wanted}
          aria-label="Find in this file"
          placeholder="Find in this file"
          onChange={({ target }) => {
            setWanted(target.value)
            setAt(0)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
            else if (event.key === 'Escape' && wanted !== '') setWanted('')
            else return
            event.preventDefault()
            event.stopPropagation()
          }}
        />
        <span className="soft number" role="status">
          {wanted === '' ? '' : found.length === 0 ? 'No lines' : `${at + 1} of ${found.length}`}
        </span>
        {found.length > 0 && (
          <>
            <IconButton label="Previous match" icon={UpIcon} size="small" onClick={() => step(-1)} />
            <IconButton label="Next match" icon={DownIcon} size="small" onClick={() => step(1)} />
          </>
        )}
        <span className="grow" />
        <Copy text={contents} />
        <OpenInEditor path={path} line={line} />
      </div>
      {isCut && <p className="file-cut">Only the first 1 MB of this file is shown.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls */}
      <section className="file-lines" tabIndex={0} aria-label={`Lines of ${path}`}>
        <FileLines {...{ path, text, lines, line, wanted, current, list }} />
      </section>
    </div>
  )
}
