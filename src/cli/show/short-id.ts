/** Shortens ids to what distinguishes them, but to no less than the usual length. */
const USUAL = 8

export function shortIds(ids: readonly string[]): (id: string) => string {
  const lengths = new Map(ids.map((id) => [id, USUAL]))
  const sorted = [...new Set(ids)].sort()
  for (const [index, id] of sorted.entries()) {
    for (const other of [sorted[index - 1], sorted[index + 1]])
      lengths.set(id, Math.max(lengths.get(id) ?? USUAL, common(id, other ?? '') + 1))
  }
  return (id) => id.slice(0, lengths.get(id) ?? USUAL)
}

function common(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}
