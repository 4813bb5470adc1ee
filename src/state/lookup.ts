/**
 * An immutable map from strings that is plain JSON: `withEntry` and `withoutEntry` return a new one that shares nearly all of the
 * old. It is a tree of 16-way nodes over a hash of the key; a leaf holds a few entries, is split when it gets full and merged with
 * its siblings when few are left. Empty slots are null. Leaves are arrays rather than objects with the keys as property names,
 * because the engine would keep a hidden class for each of those.
 */
import { appended, replaced, withoutIndex } from './arrays.ts'
import { hashOf } from './hash.ts'

const WIDTH = 16
const MAX_IN_LEAF = 8
/** A branch with no more than this many entries becomes a leaf again; fewer than a full leaf, so that it is not split at once. */
const MAX_TO_MERGE = 4
/** A hash has 32 bits: below the eighth level no bits are left to distinguish keys. */
const DEEPEST = 7

interface Leaf<V> {
  readonly keys: readonly string[]
  readonly values: readonly V[]
}
type Node<V> = Leaf<V> | readonly (Node<V> | null)[]

/** An immutable map from text keys to values. */
export interface Lookup<V> {
  readonly size: number
  readonly root: Node<V>
}

const EMPTY_LEAF: Leaf<never> = { keys: [], values: [] }
const EMPTY: Lookup<never> = { size: 0, root: EMPTY_LEAF }

export function emptyLookup<V>(): Lookup<V> {
  return EMPTY
}

/** The value of a key, or undefined. */
export function lookUp<V>({ root }: Lookup<V>, key: string): V | undefined {
  return valueIn(root, hashOf(key), key)
}

export function hasKey<V>(lookup: Lookup<V>, key: string): boolean {
  return lookUp(lookup, key) !== undefined
}

export function withEntry<V>(lookup: Lookup<V>, key: string, value: V): Lookup<V> {
  const { size, root } = lookup
  const hash = hashOf(key)
  const old = valueIn(root, hash, key)
  if (old === value) return lookup
  const isNew = old === undefined
  return { size: isNew ? size + 1 : size, root: nodeWithEntry(root, hash, 0, key, value, isNew) }
}

export function withoutEntry<V>(lookup: Lookup<V>, key: string): Lookup<V> {
  if (!hasKey(lookup, key)) return lookup
  return { size: lookup.size - 1, root: nodeWithoutEntry(lookup.root, hashOf(key), key) ?? EMPTY_LEAF }
}

/** In no particular order. */
export function* lookupEntries<V>({ root }: Lookup<V>): Generator<[string, V]> {
  const open: (Node<V> | null)[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isBranch(node)) open.push(...node)
    else if (node !== null) for (const [i, key] of node.keys.entries()) yield [key, node.values[i] as V]
  }
}

function valueIn<V>(root: Node<V>, hash: number, key: string): V | undefined {
  let node: Node<V> | null = root
  for (let rest = hash; isBranch(node); rest >>>= 4) node = node[rest & 15] ?? null
  if (node === null) return undefined
  const index = indexIn(node.keys, key)
  return index < 0 ? undefined : node.values[index]
}

function indexIn(keys: readonly string[], key: string): number {
  for (let i = 0; i < keys.length; i++) if (keys[i] === key) return i
  return -1
}

function nodeWithEntry<V>(
  node: Node<V>,
  hash: number,
  level: number,
  key: string,
  value: V,
  isNew: boolean,
): Node<V> {
  if (isBranch(node)) {
    const copy = node.slice()
    const slot = hash & 15
    copy[slot] = nodeWithEntry(copy[slot] ?? EMPTY_LEAF, hash >>> 4, level + 1, key, value, isNew)
    return copy
  }
  const { keys, values } = node
  if (!isNew) return { keys, values: replaced(values, indexIn(keys, key), value) }
  const leaf = { keys: appended(keys, key), values: appended(values, value) }
  return keys.length < MAX_IN_LEAF || level > DEEPEST ? leaf : split(leaf, level)
}

/** Returns null for a node that is empty afterwards. */
function nodeWithoutEntry<V>(node: Node<V>, hash: number, key: string): Node<V> | null {
  if (isBranch(node)) {
    const copy = node.slice()
    const slot = hash & 15
    copy[slot] = nodeWithoutEntry(copy[slot] ?? EMPTY_LEAF, hash >>> 4, key)
    return merged(copy)
  }
  if (node.keys.length === 1) return null
  const index = indexIn(node.keys, key)
  return { keys: withoutIndex(node.keys, index), values: withoutIndex(node.values, index) }
}

function merged<V>(branch: readonly (Node<V> | null)[]): Node<V> | null {
  const keys: string[] = []
  const values: V[] = []
  for (const child of branch) {
    if (child === null) continue
    if (isBranch(child) || keys.length + child.keys.length > MAX_TO_MERGE) return branch
    keys.push(...child.keys)
    values.push(...child.values)
  }
  return keys.length === 0 ? null : { keys, values }
}

function split<V>({ keys, values }: Leaf<V>, level: number): Node<V> {
  const branch = new Array<Node<V> | null>(WIDTH).fill(null)
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string
    const hash = hashOf(key) >>> (level * 4)
    const slot = hash & 15
    branch[slot] = nodeWithEntry(branch[slot] ?? EMPTY_LEAF, hash >>> 4, level + 1, key, values[i] as V, true)
  }
  return branch
}

function isBranch<V>(node: Node<V> | null): node is readonly (Node<V> | null)[] {
  return Array.isArray(node)
}
