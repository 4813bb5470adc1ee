/** What stands below each other in the view of a file: lines, or pairs of them, folds, comments and the field for one. */
import { folded } from '../../diff/fold.ts'
import type { Change, FileDiff } from './file-diff.ts'

export type Row =
  | { readonly kind: 'line'; readonly at: number }
  /** Beside each other, as far as there are any. */
  | { readonly kind: 'pair'; readonly old: number | undefined; readonly now: number | undefined }
  | { readonly kind: 'fold'; readonly from: number; readonly to: number }
  | { readonly kind: 'gap'; readonly count: number }
  | { readonly kind: 'comments'; readonly ids: readonly string[] }
  | { readonly kind: 'field' }
  | { readonly kind: 'end' }

/** A line of one side, as in `new 17`. */
export type LineName = `${'old' | 'new'} ${number}`

interface Layout {
  readonly isSplit: boolean
  /** The first lines of folds that are open. */
  readonly open: ReadonlySet<number>
  /** Below which lines comments stand. */
  readonly comments: ReadonlyMap<LineName, readonly string[]>
  /** Below which line a comment is being written. */
  readonly field: LineName | undefined
}

export interface Rows {
  readonly rows: readonly Row[]
  /** The row at which each change begins. */
  readonly changeRows: readonly number[]
}

export function rowsOf(diff: FileDiff, layout: Layout): Rows {
  const { lines, gaps, changes } = diff
  const rows: Row[] = []
  const changeRows: number[] = []
  const placed = new Set<LineName>()
  const hasComments = layout.comments.size > 0 || layout.field !== undefined
  const below = (...places: (number | undefined)[]) => {
    if (!hasComments) return
    for (const name of places.flatMap((at) => namesOf(diff, at))) {
      const ids = layout.comments.get(name)
      if (ids) rows.push({ kind: 'comments', ids })
      if (ids || layout.field === name) placed.add(name)
      if (layout.field === name) rows.push({ kind: 'field' })
    }
  }
  const isNeeded = (at: number) =>
    hasComments && namesOf(diff, at).some((name) => layout.comments.has(name) || layout.field === name)
  const show = (from: number, to: number) => {
    for (let at = from; at < to; at++) {
      const count = gaps.get(at)
      if (count !== undefined) rows.push({ kind: 'gap', count })
      const change = changes[changeRows.length]
      if (change?.from !== at) {
        rows.push({ kind: 'line', at })
        below(at)
        continue
      }
      changeRows.push(rows.length)
      for (const row of layout.isSplit ? pairsOf(diff, change) : plainRows(change)) {
        rows.push(row)
        if (row.kind === 'line') below(row.at)
        else below(row.old, row.now)
      }
      at = change.to - 1
    }
  }
  for (const { isFolded, from, to } of folded(lines)) {
    const isOpen = layout.open.has(from) || (isFolded && range(from, to).some(isNeeded))
    if (isFolded && !isOpen && gapsIn(gaps, from, to) === 0) rows.push({ kind: 'fold', from, to })
    else show(from, to)
  }
  if (lines.length > 0) rows.push({ kind: 'end' })
  return withLeft({ rows, changeRows }, layout, placed)
}

/** Comments on lines that are not in the diff stand above it. */
function withLeft(found: Rows, layout: Layout, placed: ReadonlySet<LineName>): Rows {
  const ids = [...layout.comments].flatMap(([name, own]) => (placed.has(name) ? [] : own))
  const isField = layout.field !== undefined && !placed.has(layout.field)
  const above: Row[] = [
    ...(ids.length > 0 ? [{ kind: 'comments', ids } as const] : []),
    ...(isField ? [{ kind: 'field' } as const] : []),
  ]
  if (above.length === 0) return found
  return { rows: [...above, ...found.rows], changeRows: found.changeRows.map((it) => it + above.length) }
}

type Shown = Extract<Row, { kind: 'line' | 'pair' }>

function plainRows({ from, to }: Change): Shown[] {
  return range(from, to).map((at) => ({ kind: 'line', at }))
}

/** The first removed line beside the first added one, and so on. */
function pairsOf({ lines }: FileDiff, { from, to }: Change): Shown[] {
  const old: number[] = []
  const now: number[] = []
  const notes: number[] = []
  for (let at = from; at < to; at++) {
    const kind = lines[at]?.kind
    if (kind === 'removed') old.push(at)
    else if (kind === 'added') now.push(at)
    else notes.push(at)
  }
  const rows: Shown[] = []
  for (let at = 0; at < Math.max(old.length, now.length); at++)
    rows.push({ kind: 'pair', old: old[at], now: now[at] })
  for (const at of notes) rows.push({ kind: 'line', at })
  return rows
}

/** An unchanged line is one of the new side. */
function namesOf({ lines }: FileDiff, at: number | undefined): LineName[] {
  const line = at === undefined ? undefined : lines[at]
  if (line?.now !== undefined) return [`new ${line.now}`]
  return line?.old === undefined ? [] : [`old ${line.old}`]
}

function gapsIn(gaps: ReadonlyMap<number, number>, from: number, to: number): number {
  return gaps.size === 0 ? 0 : range(from, to).filter((at) => gaps.has(at)).length
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}
