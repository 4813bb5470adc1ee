import { AnsiText } from '../../ansi/ansi-text.tsx'
import './output.css'

/** What git and the hooks printed. */
export function Output({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard too
    <pre className="git-output" tabIndex={0}>
      <AnsiText text={text} />
    </pre>
  )
}
