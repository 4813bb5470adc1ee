/**
 * An immutable list that is plain JSON: `appendValue`, `replaceValue` and `dropFirst` return a new one that shares nearly all of the
 * old. It is a tree of arrays of 32, so the cost hardly depends on the length. Dropped values leave their indices behind: the others
 * keep theirs, and `size` still counts all that were ever appended.
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
  /** How many values were dropped from the beginning; absent for none. */
  readonly first?: number
}

/** Stands for a node all of whose values were dropped. */
const DROPPED: readonly never[] = []
const EMPTY: List<never> = { size: 0, shift: 0, root: [] }

export function emptyList<T>(): List<T> {
  return EMPTY
}

export function listOf<T>(values: Iterable<T>): List<T> {
  let list = emptyList<T>()
  for (const value of values) list = appendValue(list, value)
  return list
}

/** Empty, and the first value that is appended gets this index. */
export function emptyListFrom<T>(index: number): List<T> {
  if (index === 0) return EMPTY
  let shift = 0
  while (index > WIDTH << shift) shift += BITS
  return { size: index, shift, root: droppedBefore<T>(shift, index), first: index }
}

function droppedBefore<T>(shift: number, index: number): Node<T> {
  if (index === WIDTH << shift) return DROPPED
  if (shift === 0) return new Array(index & MASK).fill(null) as T[]
  const slot = index >>> shift
  const before = new Array<Node<T>>(slot).fill(DROPPED)
  const rest = index & ((1 << shift) - 1)
  return (rest === 0 ? before : [...before, droppedBefore<T>(shift - BITS, rest)]) as Node<T>
}

export function firstIndex(list: List<unknown>): number {
  return list.first ?? 0
}

export function valueAt<T>(list: List<T>, index: number): T | undefined {
  const { size, shift, root } = list
  if (index < firstIndex(list) || index >= size) return undefined
  let node = root
  for (let level = shift; level > 0; level -= BITS) node = node[(index >>> level) & MASK] as Node<T>
  return node[index & MASK] as T
}

export function appendValue<T>({ size, shift, root, first }: List<T>, value: T): List<T> {
  if (size === WIDTH << shift) {
    return listFrom(size + 1, shift + BITS, [root, path(shift, value)] as Node<T>, first)
  }
  return listFrom(size + 1, shift, withValue(root, shift, size, value), first)
}

/** Returns the list itself for an index outside of it. */
export function replaceValue<T>(list: List<T>, index: number, value: T): List<T> {
  const { size, shift, root, first } = list
  if (index < firstIndex(list) || index >= size) return list
  return listFrom(size, shift, withValue(root, shift, index, value), first)
}

/** Drops that many further values from the beginning; their memory is released by whole leaves. */
export function dropFirst<T>(list: List<T>, count: number): List<T> {
  const { size, shift, root } = list
  const before = firstIndex(list)
  const first = Math.min(before + count, size)
  if (first <= before) return list
  if (first >>> BITS === before >>> BITS) return listFrom(size, shift, root, first)
  return listFrom(size, shift, first === WIDTH << shift ? DROPPED : withoutBefore(root, shift, first), first)
}

export function* listValues<T>(list: List<T>, from = 0): Generator<T> {
  for (let start = Math.max(firstIndex(list), from); start < list.size; ) {
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

function listFrom<T>(size: number, shift: number, root: Node<T>, first: number | undefined): List<T> {
  return first === undefined ? { size, shift, root } : { size, shift, root, first }
}

function withoutBefore<T>(node: Node<T>, shift: number, first: number): Node<T> {
  if (shift === 0) return node
  const slot = (first >>> shift) & MASK
  const copy = node.slice() as Node<T>[]
  copy.fill(DROPPED, 0, slot)
  const child = copy[slot]
  if (child) copy[slot] = withoutBefore(child, shift - BITS, first)
  return copy as Node<T>
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
