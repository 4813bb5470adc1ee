/** One change of a file as a patch of its own, for git to take back. The lines are git's, byte by byte. */

const AROUND = 3
const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

/** `index`: which change of the file, counted as `readFileDiff` does. Undefined if there is no such change. */
export function patchOfChange(patch: string, index: number): string | undefined {
  const [head = '', ...hunks] = patch.split(/(?<=\n)(?=@@ )/)
  let left = index
  for (const hunk of hunks) {
    const [title = '', ...lines] = hunk.replace(/\n$/, '').split('\n')
    const found = HUNK.exec(title)
    if (!found) return undefined
    const changes = changesIn(lines)
    const change = changes[left]
    if (change) return head + partOf(lines, change, Number(found[1]), Number(found[2]))
    left -= changes.length
  }
  return undefined
}

function changesIn(lines: readonly string[]): { from: number; to: number }[] {
  const changes: { from: number; to: number }[] = []
  for (let at = 0; at < lines.length; at++) {
    let end = at
    while (end < lines.length && !isSame(lines[end])) end += 1
    if (end > at) changes.push({ from: at, to: end })
    at = end
  }
  return changes
}

function partOf(
  lines: readonly string[],
  change: { from: number; to: number },
  oldStart: number,
  newStart: number,
): string {
  let from = change.from
  while (from > 0 && change.from - from < AROUND && isSame(lines[from - 1])) from -= 1
  let to = change.to
  while (to < lines.length && to - change.to < AROUND && isSame(lines[to])) to += 1
  const before = lines.slice(0, from)
  const part = lines.slice(from, to)
  const [old, now] = [count(part, '+'), count(part, '-')]
  // An empty side begins before its first line.
  const start = (first: number, skipped: string, own: number) =>
    first + count(before, skipped) - (own === 0 ? 1 : 0)
  const title = `@@ -${start(oldStart || 1, '+', old)},${old} +${start(newStart || 1, '-', now)},${now} @@`
  return `${[title, ...part].join('\n')}\n`
}

/** The lines of the side that does not have those with this sign. */
function count(lines: readonly string[], without: string): number {
  return lines.filter((it) => !it.startsWith(without) && !it.startsWith('\\')).length
}

function isSame(line: string | undefined): boolean {
  return line === undefined || line === '' || line.startsWith(' ')
}
