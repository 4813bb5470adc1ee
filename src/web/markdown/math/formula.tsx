import { createElement, memo, type ReactNode, useMemo } from 'react'
import { lazyModule } from '../../ui/lazy-module.ts'
import type { MathNode } from './tree.ts'

const useTree = lazyModule(() => import('./tree.ts'))

/** Until it is loaded, and where it cannot be read, the formula stands as it was written. */
export const Formula = memo(function Formula({ tex, isBlock }: { tex: string; isBlock: boolean }) {
  const module = useTree()
  const tree = useMemo(() => module?.mathTree(tex, isBlock), [module, tex, isBlock])
  return tree ? elementOf(tree, 0) : <code className="formula-source">{tex}</code>
})

function elementOf(node: MathNode, key: number): ReactNode {
  if (typeof node === 'string') return node
  const { name, attributes, children } = node
  return createElement(name, { key, ...attributes }, ...children.map(elementOf))
}
