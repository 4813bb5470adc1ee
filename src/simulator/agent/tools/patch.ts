/** The difference between two texts as one hunk, without the equal parts at both ends except for some context. */

const CONTEXT = 3

export interface Hunk {
  oldStart: number
  oldLines: number
  newStart: number
  newLines: number
  lines: string[]
}

export function patchOf(before: string, after: string): Hunk[] {
  if (before === after) return []
  const { old, now, same, tail } = ends(before, after)
  const from = Math.max(0, same - CONTEXT)
  const last = Math.min(CONTEXT, tail)
  const removed = old.slice(same, old.length - tail)
  const added = now.slice(same, now.length - tail)
  const lines = [
    ...old.slice(from, same).map((line) => ` ${line}`),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    ...old.slice(old.length - tail, old.length - tail + last).map((line) => ` ${line}`),
  ]
  const shared = same - from + last
  return [
    {
      oldStart: from + 1,
      oldLines: shared + removed.length,
      newStart: from + 1,
      newLines: shared + added.length,
      lines,
    },
  ]
}

export function lineChange(before: string, after: string): { added: number; removed: number } {
  const { old, now, same, tail } = ends(before, after)
  return { added: now.length - same - tail, removed: old.length - same - tail }
}

function ends(before: string, after: string) {
  const old = linesOf(before)
  const now = linesOf(after)
  const shorter = Math.min(old.length, now.length)
  let same = 0
  while (same < shorter && old[same] === now[same]) same += 1
  let tail = 0
  while (tail < shorter - same && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1
  return { old, now, same, tail }
}

function linesOf(text: string): string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}
