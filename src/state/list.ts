/**
 * A list that is plain JSON and never changes: `appendValue` and `replaceValue` return a new one that shares nearly all of the old.
 * A tree of arrays of 32, so that the cost hardly depends on the length.
 */
const BITS = 5
const WIDTH = 1 << BITS
const MASK = WIDTH - 1

type Node<T> = readonly T[] | readonly Node<T>[]

export interface List<T> {
  readonly size: number
  /** How many bits of an index the root's children leave. */
  readonly shift: number
  readonly root: Node<T>
}

const EMPTY: List<never> = { size: 0, shift: 0, root: [] }

export function emptyList<T>(): List<T> {
  return EMPTY
}

export function listOf<T>(values: Iterable<T>): List<T> {
  let list = emptyList<T>()
  for (const value of values) list = appendValue(list, value)
  return list
}

export function valueAt<T>({ size, shift, root }: List<T>, index: number): T | undefined {
  if (index < 0 || index >= size) return undefined
  let node = root
  for (let level = shift; level > 0; level -= BITS) node = node[(index >>> level) & MASK] as Node<T>
  return node[index & MASK] as T
}

export function appendValue<T>({ size, shift, root }: List<T>, value: T): List<T> {
  if (size === WIDTH << shift) {
    return { size: size + 1, shift: shift + BITS, root: [root, path(shift, value)] as Node<T> }
  }
  return { size: size + 1, shift, root: withValue(root, shift, size, value) }
}

/** Outside of the list: the list itself. */
export function replaceValue<T>(list: List<T>, index: number, value: T): List<T> {
  if (index < 0 || index >= list.size) return list
  return { ...list, root: withValue(list.root, list.shift, index, value) }
}

export function* listValues<T>(list: List<T>, from = 0): Generator<T> {
  for (let start = Math.max(0, from); start < list.size; ) {
    const leaf = leafOf(list, start)
    for (let i = start & MASK; i < leaf.length; i++) yield leaf[i] as T
    start = (start | MASK) + 1
  }
}

export function toArray<T>(list: List<T>, from = 0): T[] {
  return [...listValues(list, from)]
}

export function lastValue<T>(list: List<T>): T | undefined {
  return valueAt(list, list.size - 1)
}

function leafOf<T>({ shift, root }: List<T>, index: number): readonly T[] {
  let node = root
  for (let level = shift; level > 0; level -= BITS) node = node[(index >>> level) & MASK] as Node<T>
  return node as readonly T[]
}

function withValue<T>(node: Node<T>, shift: number, index: number, value: T): Node<T> {
  const copy = node.slice() as (T | Node<T>)[]
  const slot = (index >>> shift) & MASK
  if (shift === 0) copy[slot] = value
  else {
    const child = node[slot] as Node<T> | undefined
    copy[slot] = child ? withValue(child, shift - BITS, index, value) : path(shift - BITS, value)
  }
  return copy as Node<T>
}

/** A branch of this height that holds one value. */
function path<T>(shift: number, value: T): Node<T> {
  return shift === 0 ? [value] : ([path(shift - BITS, value)] as Node<T>)
}
