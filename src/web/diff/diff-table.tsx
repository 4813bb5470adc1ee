import { memo, type ReactNode, useState } from 'react'
import { piecesOfLine } from './coloured.ts'
import type { DiffLine } from './lines.ts'
import './diff.css'

const SIGNS = { same: ' ', added: '+', removed: '−', note: ' ' } as const
const SAID = { same: '', added: 'added ', removed: 'removed ', note: '' } as const
const FIRST = 400
const MORE = 4000

export const DiffTable = memo(function DiffTable({ lines }: { lines: readonly DiffLine[] }) {
  const [most, setMost] = useState(FIRST)
  const left = lines.length - most
  return (
    <>
      <DiffRows lines={left > 0 ? lines.slice(0, most) : lines} />
      {left > 0 && (
        <button type="button" className="diff-more" data-hides-lines onClick={() => setMost(most + MORE)}>
          Show {Math.min(left, MORE)} more of {left} lines
        </button>
      )}
    </>
  )
})

function DiffRows({ lines }: { lines: readonly DiffLine[] }) {
  return (
    <table className="diff-table">
      <tbody>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and never move
          <tr key={index} data-kind={line.kind}>
            <td className="diff-number">{line.old}</td>
            <td className="diff-number">{line.now}</td>
            <td className="diff-sign">
              <span aria-hidden="true">{SIGNS[line.kind]}</span>
              {SAID[line.kind] && <span className="unseen">{SAID[line.kind]}</span>}
            </td>
            <td className="diff-text">{textOf(line)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function textOf(line: DiffLine): ReactNode {
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
