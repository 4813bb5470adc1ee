/** Rows in columns that fit the terminal: texts are cut, then columns that tell least are left out. In a pipe nothing is cut. */
import { cut, textWidth } from '../attach/screen/cells.ts'
import type { Io } from '../io.ts'
import { shorten, styleFor } from '../style.ts'

export interface Column<R> {
  readonly head: string
  text(row: R): string
  readonly align?: 'right'
  /** It may be cut to this width. */
  readonly min?: number
  /** It may be left out; those with the highest number first. */
  readonly optional?: number
  /** The colour of its texts. */
  paint?(text: string, row: R): string
}

const GAP = '  '
const LONGEST = 400
/** Where nothing else helps. */
const NARROWEST = 6

/** With a head, and a line for each row. */
export function tableText<R>(columns: readonly Column<R>[], rows: readonly R[], io: Io): string {
  const cells = new Map(
    columns.map((column) => [column, rows.map((row) => shorten(column.text(row), LONGEST))]),
  )
  const natural = (column: Column<R>) =>
    Math.max(textWidth(column.head), ...(cells.get(column) ?? []).map(textWidth))
  const fitted = fitColumns(columns, natural, widthOf(io))
  const { dim } = styleFor(io.stdout, io.env)
  const line = (texts: readonly string[], paint: (text: string, index: number) => string) =>
    fitted
      .map(({ column, width }, index) => {
        const text = cut(texts[index] ?? '', width).replace(/ +…$/, '…')
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

/** Of the terminal; without one there is no limit. */
export function widthOf({ stdout }: Io): number {
  return stdout.isTTY === true ? Math.max(20, stdout.columns ?? 80) : Number.POSITIVE_INFINITY
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

/** Those that may be cut are, the widest most, as far as `floor` lets them. */
function shrunk<R>(
  columns: readonly Column<R>[],
  natural: Natural<R>,
  width: number,
  floor: (column: Column<R>) => number,
): { columns: Fitted<R>[]; fits: boolean } {
  const most = width - GAP.length * (columns.length - 1)
  const widths = new Map(columns.map((column) => [column, natural(column)]))
  const widthOfColumn = (column: Column<R>) => widths.get(column) ?? 0
  const total = () => columns.reduce((sum, column) => sum + widthOfColumn(column), 0)
  for (let over = total() - most; over > 0; over = total() - most) {
    const [widest] = columns
      .filter((column) => column.min !== undefined && widthOfColumn(column) > floor(column))
      .sort((a, b) => widthOfColumn(b) - floor(b) - (widthOfColumn(a) - floor(a)))
    if (!widest) break
    // A little at a time, so that columns of equal length stay equal.
    const step = Math.min(over, widthOfColumn(widest) - floor(widest), Math.ceil(over / 8))
    widths.set(widest, widthOfColumn(widest) - step)
  }
  return {
    columns: columns.map((column) => ({ column, width: widthOfColumn(column) })),
    fits: total() <= most,
  }
}
