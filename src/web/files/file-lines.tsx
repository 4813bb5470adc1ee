/** The lines of a text file: only those in view are on the page. */
import { type Ref, useMemo } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { Segments } from '../code/code-block.tsx'
import { useHighlightedLines } from '../code/highlight.ts'
import { languageOf } from '../code/language.ts'
import { partsOf } from './find.ts'
import '../code/code.css'

interface Props {
  path: string
  text: string
  /** The lines of `text`. */
  lines: readonly string[]
  /** The number of the line that a link names. */
  line: number | undefined
  /** The text that is searched for, and the index of the line of the current match. */
  wanted: string
  current: number | undefined
  list: Ref<VirtualizerHandle>
}

export function FileLines({ path, text, lines, line, wanted, current, list }: Props) {
  const coloured = useHighlightedLines(text, languageOf(path))
  const data = useMemo(() => lines.map((_, index) => index), [lines])
  return (
    <Virtualizer ref={list} data={data} bufferSize={600} itemSize={20}>
      {(index) => {
        const plain = lines[index] ?? ''
        const isMatch = wanted !== '' && plain.toLowerCase().includes(wanted.toLowerCase())
        return (
          <div
            key={index}
            className="file-line"
            data-named={index + 1 === line}
            data-current={index === current}
            aria-current={index + 1 === line || undefined}
          >
            <span className="file-number">{index + 1}</span>
            <code className="file-text">
              {isMatch ? (
                <Matches line={plain} wanted={wanted} />
              ) : (
                <Segments line={coloured?.[index] ?? [{ text: plain }]} />
              )}
            </code>
          </div>
        )
      }}
    </Virtualizer>
  )
}

function Matches({ line, wanted }: { line: string; wanted: string }) {
  return partsOf(line, wanted).map(({ text, isMatch }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a part's place is its only name
    isMatch ? <mark key={index}>{text}</mark> : text,
  )
}
