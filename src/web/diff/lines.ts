export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed' | 'note'
  readonly text: string
  readonly old?: number
  readonly now?: number
  /** The part that differs from the line that it replaces or is replaced by. */
  readonly changed?: readonly [from: number, to: number]
}
export interface Counts {
  readonly added: number
  readonly removed: number
}

export function countsOf(lines: readonly DiffLine[]): Counts {
  let added = 0
  let removed = 0
  for (const { kind } of lines) {
    if (kind === 'added') added += 1
    else if (kind === 'removed') removed += 1
  }
  return { added, removed }
}

/** The result of jsdiff's `diffArrays`. */
export interface Part {
  readonly value: readonly string[]
  readonly added: boolean
  readonly removed: boolean
}

export function linesOf(text: string): string[] {
  if (text === '') return []
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

export function diffLines(parts: readonly Part[]): DiffLine[] {
  const lines: DiffLine[] = []
  let old = 1
  let now = 1
  for (const { value, added, removed } of parts) {
    for (const text of value) {
      if (added) lines.push({ kind: 'added', text, now: now++ })
      else if (removed) lines.push({ kind: 'removed', text, old: old++ })
      else lines.push({ kind: 'same', text, old: old++, now: now++ })
    }
  }
  return withChanged(lines)
}

/** The fallback where computing a diff takes too long. */
export function replacedLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  return diffLines([
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ])
}

/** Marks the part that differs in each removed line and the added line that replaces it, if most of the line is equal. */
export function withChanged(lines: readonly DiffLine[]): DiffLine[] {
  const marked = [...lines]
  for (let at = 0; at < lines.length; ) {
    const removed = runFrom(lines, at, 'removed')
    const added = runFrom(lines, removed, 'added')
    if (removed > at && added - removed === removed - at) {
      for (let i = at; i < removed; i++) markPair(marked, i, i + removed - at)
    }
    at = Math.max(added, at + 1)
  }
  return marked
}

function runFrom(lines: readonly DiffLine[], from: number, kind: DiffLine['kind']): number {
  let end = from
  while (lines[end]?.kind === kind) end += 1
  return end
}

function markPair(lines: DiffLine[], first: number, second: number): void {
  const [a, b] = [lines[first], lines[second]]
  if (!a || !b) return
  const parts = changedParts(a.text, b.text)
  if (!parts) return
  lines[first] = { ...a, changed: parts[0] }
  lines[second] = { ...b, changed: parts[1] }
}

const WORD = /[\p{L}\p{N}_]/u

/** The part between the common beginning and end of two lines, extended to whole words. Undefined if too little is common. */
export function changedParts(
  a: string,
  b: string,
): [readonly [number, number], readonly [number, number]] | undefined {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start += 1
  while (start > 0 && isWithinWord(a, b, start)) start -= 1
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  while (end > 0 && (isInside(a, a.length - end) || isInside(b, b.length - end))) end -= 1
  const inCommon = a.slice(0, start).trim().length + a.slice(a.length - end).trim().length
  if (inCommon * 3 < Math.max(a.trim().length, b.trim().length)) return undefined
  return [
    [start, a.length - end],
    [start, b.length - end],
  ]
}

function isWithinWord(a: string, b: string, at: number): boolean {
  return isInside(a, at) || isInside(b, at)
}

function isInside(text: string, at: number): boolean {
  return WORD.test(text[at - 1] ?? '') && WORD.test(text[at] ?? '')
}
