import { Fragment, memo } from 'react'
import { FileLink } from '../files/file-link.tsx'
import { type FileReference, wholeReference } from '../files/references.ts'
import { Copy } from '../ui/copy.tsx'
import { type Segment, useHighlightedLines } from './highlight.ts'
import './code.css'

interface Props {
  text: string
  language?: string | undefined
  /** The file that the code is from, if the text says so. */
  title?: string | undefined
}

export const CodeBlock = memo(function CodeBlock({ text, language, title }: Props) {
  return (
    <div className="code-block">
      <div className="code-block-head">
        <span className="grow cut">{title === undefined ? language : <Title title={title} />}</span>
        <Copy text={text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls */}
      <pre tabIndex={0}>
        <code>
          <HighlightedText text={text} language={language} />
        </code>
      </pre>
    </div>
  )
})

function Title({ title }: { title: string }) {
  const file: FileReference | undefined = wholeReference(title)
  return file ? <FileLink {...file}>{title}</FileLink> : title
}

function HighlightedText({ text, language }: Pick<Props, 'text' | 'language'>) {
  const lines = useHighlightedLines(text, language)
  if (!lines) return text
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line's place is its only name
    <Fragment key={index}>
      {index > 0 && '\n'}
      <Segments line={line} />
    </Fragment>
  ))
}

export function Segments({ line }: { line: readonly Segment[] }) {
  return line.map(({ text, names }, index) =>
    names === undefined ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a segment's place is its only name
      <span key={index} className={names}>
        {text}
      </span>
    ),
  )
}
