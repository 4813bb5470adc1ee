/** The sign and the text of a line of a diff. */
import type { ReactNode } from 'react'
import { piecesOfLine } from './coloured.ts'
import type { DiffLine } from './lines.ts'

const SIGNS = { same: ' ', added: '+', removed: '−', note: ' ' } as const
const SAID = { same: '', added: 'added ', removed: 'removed ', note: '' } as const

export function LineSign({ kind }: Pick<DiffLine, 'kind'>) {
  return (
    <>
      <span aria-hidden="true">{SIGNS[kind]}</span>
      {SAID[kind] && <span className="unseen">{SAID[kind]}</span>}
    </>
  )
}

export function lineText(line: DiffLine): ReactNode {
  if (!line.changed && !line.segments) return line.text
  return piecesOfLine(line).map(
    ({ text, names, isChanged }, index) =>
      // biome-ignore-start lint/suspicious/noArrayIndexKey: pieces have no other name, and never move
      isChanged ? (
        <mark key={index} className={names}>
          {text}
        </mark>
      ) : (
        <span key={index} className={names}>
          {text}
        </span>
      ),
    // biome-ignore-end lint/suspicious/noArrayIndexKey: as above
  )
}
