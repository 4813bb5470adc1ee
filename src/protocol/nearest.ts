const MAX_NAME = 80

/** The known name that was most likely meant: a typo away, or with different capitals, dashes or underscores. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_NAME) return undefined
  const given = plain(name)
  const most = Math.max(1, Math.floor(given.length / 3))
  const found = known
    .map((it) => ({ it, steps: distance(given, plain(it)) }))
    .filter(({ it, steps }) => steps <= most && steps < plain(it).length)
    .sort((a, b) => a.steps - b.steps)
  return found[0]?.it
}

const plain = (name: string): string => name.toLowerCase().replace(/[-_]/g, '')

/** The number of letters to insert, delete, replace or swap with the next. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const at = (list: readonly number[], index: number) => list[index] ?? Number.POSITIVE_INFINITY
      const isSame = a[i - 1] === b[j - 1]
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          at(last, j) + 1,
          at(row, j - 1) + 1,
          at(last, j - 1) + (isSame ? 0 : 1),
          isSwap ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
