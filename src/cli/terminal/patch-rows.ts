/** A unified diff of one file as rows with the numbers of their lines. Pure. */

export interface PatchRow {
  readonly sign: '+' | '-' | ' '
  readonly text: string
  /** The numbers of the line before and after, or of the next one where it is on one side only. */
  readonly old: number
  readonly now: number
  /** The change that begins here, counted from 1. */
  readonly change?: number
  /** Unchanged lines before it are left out. */
  readonly isAfterGap: boolean
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/
const AROUND = 3

/** Without lines that are far from any change. */
export function patchRows(patch: string): PatchRow[] {
  const rows = linesOf(patch)
  const isShown = rows.map(() => false)
  for (const [at, { sign }] of rows.entries())
    if (sign !== ' ') isShown.fill(true, Math.max(0, at - AROUND), at + AROUND + 1)
  let change = 0
  return rows.flatMap((row, at) => {
    const before = rows[at - 1]
    const isFirst = row.sign !== ' ' && (before === undefined || before.sign === ' ' || row.isHunk)
    if (isFirst) change += 1
    if (!isShown[at]) return []
    const { isHunk, ...line } = row
    const isAfterGap = at > 0 && (isShown[at - 1] === false || isHunk)
    return [{ ...line, isAfterGap, ...(isFirst && { change }) }]
  })
}

interface Line {
  readonly sign: PatchRow['sign']
  readonly text: string
  readonly old: number
  readonly now: number
  /** The first of a hunk. */
  readonly isHunk: boolean
}

function linesOf(patch: string): Line[] {
  const rows: Line[] = []
  let [old, now, isHead, isHunk] = [0, 0, true, false]
  for (const line of patch.replace(/\n$/, '').split('\n')) {
    const [, oldStart, nowStart] = HUNK.exec(line) ?? []
    if (oldStart !== undefined) [old, now, isHead, isHunk] = [Number(oldStart), Number(nowStart), false, true]
    else if (!isHead && /^[ +-]|^$/.test(line)) {
      const sign = line.startsWith('+') ? '+' : line.startsWith('-') ? '-' : ' '
      rows.push({ sign, text: line.slice(1), old, now, isHunk })
      isHunk = false
      if (sign !== '+') old += 1
      if (sign !== '-') now += 1
    }
  }
  return rows
}
