/**
 * A formula as a tree of MathML, for elements made one by one: no markup is parsed, and only known elements and attributes get
 * into the page. Loaded when a formula is first shown.
 */
import katex from 'katex'

export type MathNode = string | MathElement
export interface MathElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly MathNode[]
}

/** KaTeX's own tree, which its public types leave out. */
interface KatexNode {
  readonly type?: unknown
  readonly text?: unknown
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly children?: readonly KatexNode[]
}
interface TreeRenderer {
  readonly __renderToDomTree: (tex: string, options: object) => KatexNode
}

const ELEMENTS = new Set(
  'math mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot munder mover munderover mtable mtr mtd mlabeledtr mstyle mpadded mphantom menclose semantics'.split(
    ' ',
  ),
)
const ATTRIBUTES = new Set(
  'display displaystyle scriptlevel mathvariant stretchy fence separator lspace rspace accent accentunder minsize maxsize largeop movablelimits linethickness columnalign columnspacing columnlines rowspacing rowlines frame notation width height depth voffset symmetric'.split(
    ' ',
  ),
)
const MAX_TEX = 5000

/** Undefined if it is no formula that KaTeX can read. */
export function mathTree(tex: string, isBlock: boolean): MathElement | undefined {
  if (tex.length > MAX_TEX) return undefined
  const { __renderToDomTree: render } = katex as unknown as TreeRenderer
  try {
    const tree = render(tex, {
      displayMode: isBlock,
      output: 'mathml',
      strict: 'ignore',
      trust: false,
      throwOnError: true,
      maxExpand: 300,
      maxSize: 20,
    })
    return tree.children?.map(nodeOf).find((node) => typeof node === 'object')
  } catch {
    return undefined
  }
}

function nodeOf(node: KatexNode): MathNode | undefined {
  if (typeof node.text === 'string') return node.text
  const children = (node.children ?? []).flatMap((child) => nodeOf(child) ?? [])
  if (node.type === undefined && children.length > 0) return { name: 'mrow', attributes: {}, children }
  if (typeof node.type !== 'string' || !ELEMENTS.has(node.type)) return undefined
  const attributes = Object.entries(node.attributes ?? {}).filter(([name]) => ATTRIBUTES.has(name))
  return {
    name: node.type,
    attributes: Object.fromEntries(attributes.map(([name, it]) => [name, String(it)])),
    children,
  }
}
