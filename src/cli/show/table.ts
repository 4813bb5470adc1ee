/** Tables that fit the terminal: texts are cut, then the least useful columns are dropped. In a pipe nothing is cut. */
import type { Io } from '../io.ts'
import { textWidth } from '../terminal/cells.ts'
import { columnsOf, shrink } from '../terminal/columns.ts'
import { styleFor } from '../terminal/style.ts'
import { shorten, truncate } from '../terminal/truncate.ts'

export interface Column<R> {
  readonly head: string
  text(row: R): string
  readonly align?: 'right'
  /** The column may be cut to this width. */
  readonly min?: number
  /** The column is no wider: a longer text is cut on a terminal, and pushes only its own row aside in a pipe. */
  readonly max?: number
  /** The column may be dropped, the highest number first. */
  readonly optional?: number
  paint?(text: string, row: R): string
}

const GAP = '  '
const MAX = 400
/** The last resort. */
const NARROWEST = 6

export function tableText<R>(columns: readonly Column<R>[], rows: readonly R[], io: Io): string {
  const cells = new Map(columns.map((column) => [column, rows.map((row) => shorten(column.text(row), MAX))]))
  const natural = (column: Column<R>) =>
    Math.min(column.max ?? MAX, Math.max(textWidth(column.head), ...(cells.get(column) ?? []).map(textWidth)))
  const width = columnsOf(io.stdout)
  const isPipe = width === Number.POSITIVE_INFINITY
  const fitted = fitColumns(columns, natural, width)
  const { dim } = styleFor(io.stdout, io.env)
  const line = (texts: readonly string[], paint: (text: string, index: number) => string) =>
    fitted
      .map(({ column, width }, index) => {
        const text = isPipe ? (texts[index] ?? '') : truncate(texts[index] ?? '', width)
        const space = ' '.repeat(Math.max(0, width - textWidth(text)))
        const painted = paint(text, index)
        if (column.align === 'right') return `${space}${painted}`
        return index === fitted.length - 1 ? painted : `${painted}${space}`
      })
      .join(GAP)
      .trimEnd()
  const head = line(
    fitted.map(({ column }) => column.head),
    (text) => dim(text),
  )
  const body = rows.map((row, at) =>
    line(
      fitted.map(({ column }) => cells.get(column)?.[at] ?? ''),
      (text, index) => fitted[index]?.column.paint?.(text, row) ?? text,
    ),
  )
  return [head, ...body].map((it) => `${it}\n`).join('')
}

interface Fitted<R> {
  readonly column: Column<R>
  readonly width: number
}

type Natural<R> = (column: Column<R>) => number

function fitColumns<R>(columns: readonly Column<R>[], natural: Natural<R>, width: number): Fitted<R>[] {
  const usual = shrunk(columns, natural, width, ({ min = 0 }) => min)
  if (usual.fits) return usual.columns
  const [least] = columns
    .filter(({ optional }) => optional !== undefined)
    .sort((a, b) => (b.optional ?? 0) - (a.optional ?? 0))
  if (!least) return shrunk(columns, natural, width, () => NARROWEST).columns
  const rest = columns.filter((column) => column !== least)
  return fitColumns(rest, natural, width)
}

/** Cuts the columns that may be cut, down to `floor`. */
function shrunk<R>(
  columns: readonly Column<R>[],
  natural: Natural<R>,
  width: number,
  floor: (column: Column<R>) => number,
): { columns: Fitted<R>[]; fits: boolean } {
  const wanted = columns.map(natural)
  const floors = columns.map((column, index) =>
    column.min === undefined ? (wanted[index] ?? 0) : Math.min(floor(column), wanted[index] ?? 0),
  )
  const { widths, fits } = shrink(wanted, floors, width - GAP.length * (columns.length - 1))
  return { columns: columns.map((column, index) => ({ column, width: widths[index] ?? 0 })), fits }
}
