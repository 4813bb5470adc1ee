import { Copy } from '../ui/copy.tsx'
import { Highlighted } from './highlight.tsx'

interface Props {
  text: string
  language?: string | undefined
}

/** Code with its language, a button that copies it, and colours once they have been loaded. */
export function CodeBlock({ text, language }: Props) {
  return (
    <div className="code-block">
      <div className="code-block-head">
        <span className="soft small">{language}</span>
        <Copy text={text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <pre tabIndex={0}>
        <code>
          <Highlighted text={text} language={language} />
        </code>
      </pre>
    </div>
  )
}
