import { memo, useState } from 'react'
import { LineSign, lineText } from './line-text.tsx'
import type { DiffLine } from './lines.ts'
import './diff.css'

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
              <LineSign kind={line.kind} />
            </td>
            <td className="diff-text">{lineText(line)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
