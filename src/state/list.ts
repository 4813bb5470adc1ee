/**
 * An immutable list that is plain JSON: `appendValue`, `replaceValue` and `dropFirst` return a new one that shares nearly all of the
 * old. Full leaves of 32 values stand in a tree of arrays of 32, the last values in an array of their own, so the cost hardly
 * depends on the length. Dropped values leave their indices behind: the others keep theirs, and `size` still counts all that were
 * ever appended.
 */
import { appended, replaced } from './arrays.ts'

const BITS = 5
const WIDTH = 1 << BITS
const MASK = WIDTH - 1

type Node<T> = readonly T[] | readonly Node<T>[]

/** An immutable list. Appending shares what was there, so its cost does not grow with the length. */
export interface List<T> {
  readonly size: number
  /** How many bits of an index the root's children leave. */
  readonly shift: number
  readonly root: Node<T>
  /** The last values. Absent in a list that an earlier version stored, where the tree holds all of them. */
  readonly tail?: readonly T[]
  /** How many values were dropped from the beginning. */
  readonly first?: number
}

const NONE: readonly never[] = []
const EMPTY: List<never> = { size: 0, shift: 0, root: NONE, tail: NONE, first: 0 }

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
  const start = index & ~MASK
  let shift = 0
  while (start > WIDTH << shift) shift += BITS
  const tail = new Array(index & MASK).fill(null) as T[]
  return { size: index, shift, root: droppedBefore<T>(shift, start), tail, first: index }
}

/** A tree whose first whole leaves were all dropped. */
function droppedBefore<T>(shift: number, start: number): Node<T> {
  if (start === 0 || start === WIDTH << shift) return NONE
  const before = new Array<Node<T>>(start >>> shift).fill(NONE)
  const rest = start & ((1 << shift) - 1)
  return (rest === 0 ? before : [...before, droppedBefore<T>(shift - BITS, rest)]) as Node<T>
}

/** The index of the first value that the list still holds. */
export function firstIndex(list: List<unknown>): number {
  return list.first ?? 0
}

/** The value at an index, or undefined if the list does not hold it. */
export function valueAt<T>(list: List<T>, index: number): T | undefined {
  if (index < firstIndex(list) || index >= list.size) return undefined
  return leafOf(list, index)[index & MASK]
}

export function appendValue<T>(list: List<T>, value: T): List<T> {
  const { size, shift, root, first = 0 } = list
  if ((size & MASK) === 0 && size > 0 && inTree(list) < size) return appendValue(withTailInTree(list), value)
  // A list of an earlier version has its last values in the tree, where they may stay: the tail hides them.
  const tail = (size & MASK) === 0 ? NONE : leafOf(list, size - 1)
  return { size: size + 1, shift, root, tail: appended(tail, value), first }
}

/** Returns the list itself for an index outside of it. */
export function replaceValue<T>(list: List<T>, index: number, value: T): List<T> {
  const { size, shift, root, tail = NONE, first = 0 } = list
  if (index < first || index >= size) return list
  if (index >= inTree(list)) return { size, shift, root, tail: replaced(tail, index & MASK, value), first }
  return { size, shift, root: withValue(root, shift, index, value), tail, first }
}

/** Drops that many further values from the beginning; their memory is released by whole leaves. */
export function dropFirst<T>(list: List<T>, count: number): List<T> {
  const { size, shift, root, tail = NONE, first: before = 0 } = list
  const first = Math.min(before + count, size)
  if (first <= before) return list
  const dropped = Math.min(first, inTree(list))
  if (dropped >>> BITS === before >>> BITS) return { size, shift, root, tail, first }
  const rest = dropped === WIDTH << shift ? NONE : withoutBefore(root, shift, dropped)
  return { size, shift, root: rest, tail, first }
}

/** Iterates over the values, from an index on. */
export function* listValues<T>(list: List<T>, from = 0): Generator<T> {
  for (let start = Math.max(firstIndex(list), from); start < list.size; ) {
    const leaf = leafOf(list, start)
    for (let i = start & MASK; i < leaf.length; i++) yield leaf[i] as T
    start = (start | MASK) + 1
  }
}

/** Copies the values into an array, from an index on. */
export function toArray<T>(list: List<T>, from = 0): T[] {
  return [...listValues(list, from)]
}

/** The last value, or undefined if the list is empty. */
export function lastValue<T>(list: List<T>): T | undefined {
  return valueAt(list, list.size - 1)
}

/** How many values, dropped ones included, are to be found in the tree. */
function inTree({ size, tail }: List<unknown>): number {
  return tail === undefined ? size : size - tail.length
}

function leafOf<T>(list: List<T>, index: number): readonly T[] {
  const { shift, root, tail } = list
  if (tail !== undefined && index >= list.size - tail.length) return tail
  let node = root
  for (let level = shift; level > 0; level -= BITS) node = node[(index >>> level) & MASK] as Node<T>
  return node as readonly T[]
}

/** The tail is full: it becomes a leaf. */
function withTailInTree<T>(list: List<T>): List<T> {
  const { size, shift, root, tail = NONE, first } = list
  const start = size - tail.length
  if (start === 0) return { size, shift: 0, root: tail, tail: NONE, first: first ?? 0 }
  const rest = { size, tail: NONE, first: first ?? 0 }
  if (start === WIDTH << shift)
    return { ...rest, shift: shift + BITS, root: [root, branch(shift, tail)] as Node<T> }
  return { ...rest, shift, root: withLeaf(root, shift, start, tail) }
}

function withLeaf<T>(node: Node<T>, shift: number, index: number, leaf: readonly T[]): Node<T> {
  const slot = (index >>> shift) & MASK
  const child = node[slot] as Node<T> | undefined
  const below = shift - BITS
  const after = below === 0 ? leaf : child ? withLeaf(child, below, index, leaf) : branch(below, leaf)
  if (slot === node.length) return appended(node as readonly Node<T>[], after)
  return replaced(node as readonly Node<T>[], slot, after)
}

/** A node of this height that holds one leaf. */
function branch<T>(shift: number, leaf: readonly T[]): Node<T> {
  return shift === 0 ? leaf : [branch(shift - BITS, leaf)]
}

function withValue<T>(node: Node<T>, shift: number, index: number, value: T): Node<T> {
  const slot = (index >>> shift) & MASK
  if (shift === 0) return replaced(node as readonly T[], slot, value)
  const child = withValue(node[slot] as Node<T>, shift - BITS, index, value)
  return replaced(node as readonly Node<T>[], slot, child)
}

function withoutBefore<T>(node: Node<T>, shift: number, first: number): Node<T> {
  if (shift === 0) return node
  const slot = (first >>> shift) & MASK
  const copy = node.slice() as Node<T>[]
  copy.fill(NONE, 0, slot)
  const child = copy[slot]
  if (child) copy[slot] = withoutBefore(child, shift - BITS, first)
  return copy
}
