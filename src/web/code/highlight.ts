/** Syntax colours for a text, by line. The highlighter is loaded when it is first needed. */
import { useMemo } from 'react'
import { lazyModule } from '../ui/lazy-module.ts'

export interface Segment {
  readonly text: string
  /** The highlighter's class names, if it has any for this part. */
  readonly names?: string
}

const useHighlighter = lazyModule(async () => {
  const { common, createLowlight } = await import('lowlight')
  return createLowlight(common)
})
/** Highlighting a longer text takes longer than a frame. */
const MAX = 60_000

/** Undefined while the highlighter is loading, and for texts that it cannot colour. */
export function useHighlightedLines(
  text: string,
  language: string | undefined,
): readonly (readonly Segment[])[] | undefined {
  const isWanted = language !== undefined && text.length <= MAX
  const highlight = useHighlight(language, isWanted)
  return useMemo(() => (isWanted ? highlight?.(text) : undefined), [highlight, text, isWanted])
}

export type Highlight = (text: string) => readonly (readonly Segment[])[] | undefined

/** Undefined while the highlighter is loading, and for a language that it does not know. */
export function useHighlight(language: string | undefined, isWanted = true): Highlight | undefined {
  const highlighter = useHighlighter(language !== undefined && isWanted)
  return useMemo(() => {
    if (!highlighter || language === undefined || !highlighter.registered(language)) return undefined
    return (text) => {
      try {
        return linesOf(highlighter.highlight(language, text).children)
      } catch {
        return undefined
      }
    }
  }, [highlighter, language])
}

interface Node {
  readonly type: string
  readonly value?: unknown
  readonly properties?: { readonly className?: unknown }
  readonly children?: readonly Node[]
}

function linesOf(nodes: readonly Node[]): Segment[][] {
  const lines: Segment[][] = [[]]
  const visit = (node: Node, outer: string): void => {
    const own = node.properties?.className
    const names = [outer, Array.isArray(own) ? own.join(' ') : ''].filter(Boolean).join(' ')
    if (node.type !== 'text') {
      for (const child of node.children ?? []) visit(child, names)
      return
    }
    for (const [index, text] of String(node.value).split('\n').entries()) {
      if (index > 0) lines.push([])
      if (text !== '') lines.at(-1)?.push({ text, ...(names && { names }) })
    }
  }
  for (const node of nodes) visit(node, '')
  return lines
}
