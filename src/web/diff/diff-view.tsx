import { useMemo, useState } from 'react'
import { languageOf } from '../code/language.ts'
import { FileLink } from '../files/file-link.tsx'
import { FileIcon, MoreIcon } from '../ui/icons.ts'
import { lazyModule } from '../ui/lazy-module.ts'
import { useColouredLines } from './coloured.ts'
import { DiffCounts } from './diff-counts.tsx'
import { DiffTable } from './diff-table.tsx'
import { folded, type Piece } from './fold.ts'
import { countsOf, type DiffLine, diffLines, linesOf, replacedLines } from './lines.ts'

const useDiff = lazyModule(() => import('diff'))
/** Give up on texts that differ everywhere before the page freezes. */
const MAX_MS = 300

interface Props {
  before: string
  after: string
  /** Shown above the lines. */
  path?: string
  /** Of the syntax colours; that of the path unless it is given. */
  language?: string
}

export function DiffView({ before, after, path, language }: Props) {
  const diff = useDiff()
  const lines = useMemo(() => {
    if (!diff) return undefined
    const [a, b] = [linesOf(before), linesOf(after)]
    const parts = diff.diffArrays(a, b, { timeout: MAX_MS })
    return parts ? diffLines(parts) : replacedLines(a, b)
  }, [diff, before, after])
  if (!lines)
    return (
      <div className="diff soft small" data-loading>
        Loading the diff…
      </div>
    )
  return <LinesView lines={lines} path={path} language={language ?? languageOf(path ?? '')} />
}

interface LinesProps {
  lines: readonly DiffLine[]
  path: string | undefined
  language: string | undefined
}

function LinesView({ lines: plain, path, language }: LinesProps) {
  const lines = useColouredLines(plain, language)
  const pieces = useMemo(() => folded(plain), [plain])
  const isSame = lines.every(({ kind }) => kind === 'same')
  return (
    <div className="diff">
      {path !== undefined && (
        <div className="diff-head">
          <FileIcon />
          <span className="mono diff-path">
            <FileLink path={path}>{path}</FileLink>
          </span>
          <DiffCounts {...countsOf(lines)} />
        </div>
      )}
      {isSame ? (
        <p className="diff-note">{lines.length === 0 ? 'Empty.' : 'Nothing differs.'}</p>
      ) : (
        pieces.map((piece) => <PieceView key={piece.from} lines={lines} piece={piece} />)
      )}
    </div>
  )
}

function PieceView({ lines, piece: { from, to, isFolded } }: { lines: readonly DiffLine[]; piece: Piece }) {
  const [isOpen, setOpen] = useState(false)
  const own = useMemo(() => lines.slice(from, to), [lines, from, to])
  if (!isFolded || isOpen) return <DiffTable lines={own} />
  return (
    <button type="button" className="diff-more" onClick={() => setOpen(true)}>
      <MoreIcon />
      {to - from} unchanged lines
    </button>
  )
}
