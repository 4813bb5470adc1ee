/**
 * A map from texts that is plain JSON and never changes: `withEntry` returns a new one that shares nearly all of the old. A tree
 * of 16-way nodes over a hash of the key; a leaf holds a few entries and is split when it gets full. Empty slots are null.
 * Leaves are lists rather than objects with the keys as names: of those the engine would keep a description for each.
 */
import { hashOf } from './hash.ts'

const WIDTH = 16
const MAX_IN_LEAF = 8
/** A hash has 32 bits: below the eighth level there is nothing left to tell keys apart by. */
const DEEPEST = 7

interface Leaf<V> {
  readonly keys: readonly string[]
  readonly values: readonly V[]
}
type Node<V> = Leaf<V> | readonly (Node<V> | null)[]

export interface Lookup<V> {
  readonly size: number
  readonly root: Node<V>
}

const EMPTY_LEAF: Leaf<never> = { keys: [], values: [] }
const EMPTY: Lookup<never> = { size: 0, root: EMPTY_LEAF }

export function emptyLookup<V>(): Lookup<V> {
  return EMPTY
}

export function lookUp<V>({ root }: Lookup<V>, key: string): V | undefined {
  let node: Node<V> | null = root
  for (let hash = hashOf(key); isBranch(node); hash >>>= 4) node = node[hash & 15] ?? null
  if (node === null) return undefined
  const index = node.keys.indexOf(key)
  return index < 0 ? undefined : node.values[index]
}

export function hasKey<V>(lookup: Lookup<V>, key: string): boolean {
  return lookUp(lookup, key) !== undefined
}

export function withEntry<V>(lookup: Lookup<V>, key: string, value: V): Lookup<V> {
  const known = hasKey(lookup, key)
  return { size: lookup.size + (known ? 0 : 1), root: nodeWithEntry(lookup.root, hashOf(key), 0, key, value) }
}

/** In no order that means anything. */
export function* lookupEntries<V>({ root }: Lookup<V>): Generator<[string, V]> {
  const open: (Node<V> | null)[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isBranch(node)) open.push(...node)
    else if (node !== null) for (const [i, key] of node.keys.entries()) yield [key, node.values[i] as V]
  }
}

function nodeWithEntry<V>(node: Node<V>, hash: number, level: number, key: string, value: V): Node<V> {
  if (isBranch(node)) {
    const copy = node.slice()
    const slot = hash & 15
    copy[slot] = nodeWithEntry(copy[slot] ?? EMPTY_LEAF, hash >>> 4, level + 1, key, value)
    return copy
  }
  const index = node.keys.indexOf(key)
  if (index >= 0) return { keys: node.keys, values: node.values.with(index, value) }
  const leaf = { keys: [...node.keys, key], values: [...node.values, value] }
  return leaf.keys.length <= MAX_IN_LEAF || level > DEEPEST ? leaf : split(leaf, level)
}

function split<V>({ keys, values }: Leaf<V>, level: number): Node<V> {
  let branch: Node<V> = new Array<Node<V> | null>(WIDTH).fill(null)
  for (const [i, key] of keys.entries()) {
    branch = nodeWithEntry(branch, hashOf(key) >>> (level * 4), level, key, values[i] as V)
  }
  return branch
}

function isBranch<V>(node: Node<V> | null): node is readonly (Node<V> | null)[] {
  return Array.isArray(node)
}
