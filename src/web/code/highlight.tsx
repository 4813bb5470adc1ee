/** Code with its parts in colour. lowlight says which part is which; React makes the elements. */
import { memo, type ReactNode, useMemo } from 'react'
import { lazyModule } from '../ui/lazy-module.ts'
import './code.css'

const useHighlighter = lazyModule(async () => {
  const { common, createLowlight } = await import('lowlight')
  return createLowlight(common)
})
/** Longer than this, colours take longer than a frame. */
const MAX = 60_000

interface Props {
  text: string
  language?: string | undefined
}

export const Highlighted = memo(function Highlighted({ text, language }: Props) {
  if (!language || text.length > MAX) return text
  return <Coloured text={text} language={language} />
})

function Coloured({ text, language }: Required<Props>) {
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
