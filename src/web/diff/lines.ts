import type { Segment } from '../code/highlight.ts'
import { type Range, wordMarks } from './words.ts'

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed' | 'note'
  readonly text: string
  readonly old?: number
  readonly now?: number
  /** The parts that differ from the line that it replaces or is replaced by. */
  readonly changed?: readonly Range[]
  /** How many characters of the line are left out behind the text. */
  readonly more?: number
  /** The text in its syntax colours. */
  readonly segments?: readonly Segment[]
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

/** The longest run of replaced lines in which each line is compared with several. */
const MAX_COMPARED = 40

/** Marks the words that differ in each removed line and the added line that replaces it. */
export function withChanged(lines: readonly DiffLine[]): DiffLine[] {
  const marked = [...lines]
  for (let at = 0; at < lines.length; ) {
    const removed = runFrom(lines, at, 'removed')
    const added = runFrom(lines, removed, 'added')
    if (removed > at && added > removed) markRun(marked, at, removed, added)
    at = Math.max(added, at + 1)
  }
  return marked
}

function runFrom(lines: readonly DiffLine[], from: number, kind: DiffLine['kind']): number {
  let end = from
  while (lines[end]?.kind === kind) end += 1
  return end
}

/** As many removed as added lines are pairs in this order; of other runs, each removed line takes the next one like it. */
function markRun(lines: DiffLine[], from: number, removed: number, added: number): void {
  if (added - removed === removed - from) {
    for (let i = from; i < removed; i++) markPair(lines, i, i + removed - from)
  } else if (added - from <= MAX_COMPARED) {
    let next = removed
    for (let i = from; i < removed; i++) {
      for (let j = next; j < added; j++) {
        if (!markPair(lines, i, j)) continue
        next = j + 1
        break
      }
    }
  }
}

/** False if the two lines have too little in common. */
function markPair(lines: DiffLine[], first: number, second: number): boolean {
  const [a, b] = [lines[first], lines[second]]
  const marks = a && b && wordMarks(a.text, b.text)
  if (!marks) return false
  lines[first] = { ...a, changed: marks.before }
  lines[second] = { ...b, changed: marks.after }
  return true
}
