/** The last key and its hash: one message asks for the same few keys again and again. */
let lastKey = ''
let lastHash = 0
const OF_EMPTY = 0x811c9dc5

/** FNV-1a: 32 bits of a string, spread well enough to sort it into buckets. */
export function hashOf(key: string): number {
  if (key === '') return OF_EMPTY
  if (key === lastKey) return lastHash
  let hash = OF_EMPTY
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  lastKey = key
  lastHash = hash >>> 0
  return lastHash
}
