/** A unified diff by file. Lines are rendered when a file is opened; only the first few files start open. */
import { memo, useMemo, useState } from 'react'
import { DisclosureSign } from '../ui/disclosure.tsx'
import { MoreIcon } from '../ui/icons.ts'
import { DiffCounts } from './diff-counts.tsx'
import { DiffTable } from './diff-table.tsx'
import { countsOf } from './lines.ts'
import { type Hunk, type PatchFile, parsePatch } from './patch.ts'

const WORDS = { changed: '', added: 'new', removed: 'deleted', renamed: 'renamed' } as const
const OPEN_LINES = 600

export const PatchView = memo(function PatchView({ patch }: { patch: string }) {
  const files = useMemo(() => parsePatch(patch), [patch])
  if (files.length === 0) return <p className="diff-note">No changes.</p>
  let shown = 0
  return (
    <div className="diff-files">
      {files.map((file, index) => {
        const lines = file.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0)
        shown += lines
        // biome-ignore lint/suspicious/noArrayIndexKey: a patch may name the same file twice
        return <FileView key={`${index} ${file.path}`} file={file} startsOpen={shown <= OPEN_LINES} />
      })}
    </div>
  )
})

function FileView({ file, startsOpen }: { file: PatchFile; startsOpen: boolean }) {
  const [isOpen, setOpen] = useState(startsOpen)
  const { path, from, change, notes, hunks } = file
  const counts = useMemo(() => countsOf(hunks.flatMap(({ lines }) => lines)), [hunks])
  return (
    <details className="diff" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="diff-head">
        <DisclosureSign />
        <span className="mono grow diff-path">{from === undefined ? path : `${from} → ${path}`}</span>
        {WORDS[change] && <span className="tag">{WORDS[change]}</span>}
        <DiffCounts {...counts} />
      </summary>
      {isOpen && (
        <>
          {notes.length > 0 && <p className="diff-note">{notes.join('\n')}</p>}
          {hunks.map((hunk, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: hunks have no name and never move
            <HunkView key={index} hunk={hunk} isFirst={index === 0} />
          ))}
        </>
      )}
    </details>
  )
}

function HunkView({ hunk: { title, lines }, isFirst }: { hunk: Hunk; isFirst: boolean }) {
  return (
    <>
      {(!isFirst || title) && (
        <div className="diff-between">
          <MoreIcon />
          {title}
        </div>
      )}
      <DiffTable lines={lines} />
    </>
  )
}
