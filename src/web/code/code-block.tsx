import { memo, type ReactNode, useMemo } from 'react'
import { Copy } from '../ui/copy.tsx'
import { lazyModule } from '../ui/lazy-module.ts'
import './code.css'

export function CodeBlock({ text, language }: { text: string; language?: string | undefined }) {
  return (
    <div className="code-block">
      <div className="code-block-head">
        <span className="soft small">{language}</span>
        <Copy text={text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls */}
      <pre tabIndex={0}>
        <code>
          <Highlighted text={text} language={language} />
        </code>
      </pre>
    </div>
  )
}

const useHighlighter = lazyModule(async () => {
  const { common, createLowlight } = await import('lowlight')
  return createLowlight(common)
})
/** Highlighting a longer text takes longer than a frame. */
const MAX = 60_000

interface HighlightedProps {
  text: string
  language?: string | undefined
}

const Highlighted = memo(function Highlighted({ text, language }: HighlightedProps) {
  if (!language || text.length > MAX) return text
  return <Coloured text={text} language={language} />
})

function Coloured({ text, language }: Required<HighlightedProps>) {
  const highlighter = useHighlighter()
  return useMemo(() => {
    if (!highlighter || !language || !highlighter.registered(language)) return text
    try {
      return highlighter.highlight(language, text).children.map(elementOf)
    } catch {
      return text
    }
  }, [highlighter, text, language])
}

interface Node {
  readonly type: string
  readonly value?: unknown
  readonly properties?: { readonly className?: unknown }
  readonly children?: readonly Node[]
}

function elementOf(node: Node, key: number): ReactNode {
  if (node.type === 'text') return String(node.value)
  const names = node.properties?.className
  return (
    <span key={key} className={Array.isArray(names) ? names.join(' ') : undefined}>
      {node.children?.map(elementOf)}
    </span>
  )
}
