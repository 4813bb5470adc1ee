/** The last keys and their hashes: one message asks for the same few keys again and again. */
const SLOTS = 8
const lastKeys = new Array<string>(SLOTS).fill('')
const lastHashes = new Array<number>(SLOTS).fill(0)
const OF_EMPTY = 0x811c9dc5

/** FNV-1a: 32 bits of a string, spread well enough to sort it into buckets. */
export function hashOf(key: string): number {
  if (key === '') return OF_EMPTY
  const slot = key.charCodeAt(key.length - 1) % SLOTS
  if (key === lastKeys[slot]) return lastHashes[slot] as number
  let hash = OF_EMPTY
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  hash >>>= 0
  lastKeys[slot] = key
  lastHashes[slot] = hash
  return hash
}
