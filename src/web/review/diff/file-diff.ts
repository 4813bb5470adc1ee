/** The diff of one file as lines and changes. Words are marked and colours made only for lines that are shown. */
import type { Highlight, Segment } from '../../code/highlight.ts'
import { type DiffLine, withChanged } from '../../diff/lines.ts'
import { parsePatch } from '../../diff/patch.ts'

/** Lines that were added or removed in one place: from the first, up to and without the second. */
export interface Change {
  readonly from: number
  readonly to: number
}
export interface FileDiff {
  readonly lines: readonly DiffLine[]
  readonly changes: readonly Change[]
  /** Before these lines, so many unchanged ones are left out. */
  readonly gaps: ReadonlyMap<number, number>
  readonly notes: readonly string[]
}

export function readFileDiff(patch: string): FileDiff {
  const [file] = parsePatch(patch, { marks: false })
  const lines: DiffLine[] = []
  const gaps = new Map<number, number>()
  let next = 1
  for (const { lines: own } of file?.hunks ?? []) {
    const start = own.find(({ now }) => now !== undefined)?.now ?? next
    if (start > next) gaps.set(lines.length, start - next)
    for (const line of own) lines.push(line)
    next = (own.findLast(({ now }) => now !== undefined)?.now ?? start - 1) + 1
  }
  return { lines, gaps, notes: file?.notes ?? [], changes: changesIn(lines, gaps) }
}

function changesIn(lines: readonly DiffLine[], gaps: ReadonlyMap<number, number>): Change[] {
  const changes: Change[] = []
  for (let at = 0; at < lines.length; ) {
    let end = at
    while (end < lines.length && lines[end]?.kind !== 'same' && (end === at || !gaps.has(end))) end += 1
    if (end > at) changes.push({ from: at, to: end })
    at = Math.max(end, at + 1)
  }
  return changes
}

/** Comparing the words of a longer change takes longer than a frame. */
const MAX_MARKED = 400
const CHUNK = 300
/** Nobody reads a longer line to its end, and drawing it takes longer than a frame. */
const MAX_LINE = 4000

function cut(line: DiffLine | undefined): DiffLine | undefined {
  if (!line || line.text.length <= MAX_LINE) return line
  const { changed: _, ...rest } = line
  return { ...rest, text: line.text.slice(0, MAX_LINE), more: line.text.length - MAX_LINE }
}

/** Marks and colours, each made when a line of its change or its part of the file is first shown. */
export class ShownLines {
  readonly #diff: FileDiff
  readonly #highlight: Highlight | undefined
  readonly #changeAt = new Map<number, Change>()
  readonly #marked = new Map<Change, readonly DiffLine[]>()
  readonly #coloured = new Map<string, readonly (readonly Segment[])[] | undefined>()

  constructor(diff: FileDiff, highlight: Highlight | undefined) {
    this.#diff = diff
    this.#highlight = highlight
    for (const change of diff.changes)
      if (change.to - change.from <= MAX_MARKED)
        for (let at = change.from; at < change.to; at++) this.#changeAt.set(at, change)
  }

  line(at: number): DiffLine | undefined {
    const line = cut(this.#marks(at) ?? this.#diff.lines[at])
    const segments = line && this.#segments(at, line.kind === 'removed' ? 'added' : 'removed')
    return line && segments ? { ...line, segments } : line
  }

  #marks(at: number): DiffLine | undefined {
    const change = this.#changeAt.get(at)
    if (!change) return undefined
    let lines = this.#marked.get(change)
    if (!lines) {
      lines = withChanged(this.#diff.lines.slice(change.from, change.to))
      this.#marked.set(change, lines)
    }
    return lines[at - change.from]
  }

  /** A part is coloured on its own: a comment or text that began before it may have other colours. */
  #segments(at: number, other: DiffLine['kind']): readonly Segment[] | undefined {
    if (!this.#highlight) return undefined
    const start = at - (at % CHUNK)
    const key = `${other} ${start}`
    if (!this.#coloured.has(key)) this.#coloured.set(key, this.#colour(start, other))
    return this.#coloured.get(key)?.[at - start]
  }

  /** By their place in the part. */
  #colour(start: number, other: DiffLine['kind']): readonly (readonly Segment[])[] | undefined {
    const part = this.#diff.lines.slice(start, start + CHUNK)
    const isOfSide = ({ kind }: DiffLine) => kind !== other && kind !== 'note'
    const text = part.filter(isOfSide).map((line) => line.text.slice(0, MAX_LINE))
    const coloured = this.#highlight?.(text.join('\n'))
    if (!coloured) return undefined
    let next = 0
    return part.map((line) => (isOfSide(line) ? (coloured[next++] ?? []) : []))
  }
}
