/** A markdown table with aligned columns. Cells that do not fit are wrapped. */
import { textWidth } from '../cells.ts'
import { shrink } from '../columns.ts'
import { bold, dim, type Format } from '../style.ts'
import { wrapWords } from '../wrap.ts'
import { inlineText } from './inline.ts'
import type { Tokens } from './lex.ts'

const GAP = ' │ '
/** Narrower columns cannot be read: rows then become records of `head: cell` lines. */
const MIN_COLUMN = 6

export function tableLines(table: Tokens.Table, width: number, formats: readonly Format[]): string[] {
  const { header, rows } = table
  const text = (cell: Tokens.TableCell, more: readonly Format[] = []) =>
    inlineText(cell.tokens, [...formats, ...more]).replaceAll('\n', ' ')
  const head = header.map((cell) => text(cell, ['bold']))
  const body = rows.map((row) => row.map((cell) => text(cell)))
  const natural = head.map((_, at) => Math.max(1, ...[head, ...body].map((row) => textWidth(row[at] ?? ''))))
  const floors = natural.map((it) => Math.min(it, MIN_COLUMN))
  const { widths, fits } = shrink(natural, floors, width - GAP.length * (head.length - 1))
  if (!fits) return recordLines(head, body, width)
  const align = (line: string, at: number) => aligned(line, widths[at] ?? 0, table.align[at] ?? null)
  const rowLines = (row: readonly string[]) => {
    const cells = row.map((cell, at) => wrapWords(cell, widths[at] ?? 1))
    const height = Math.max(1, ...cells.map(({ length }) => length))
    return Array.from({ length: height }, (_, line) =>
      cells
        .map((cell, at) => align(cell[line] ?? '', at))
        .join(dim(GAP))
        .trimEnd(),
    )
  }
  const rule = dim(widths.map((it) => '─'.repeat(it)).join('─┼─'))
  const drawn = body.map(rowLines)
  // Separate rows if some have several lines.
  const isTall = drawn.some(({ length }) => length > 1)
  const between = isTall ? dim(widths.map((it) => '┈'.repeat(it)).join('┈┼┈')) : undefined
  const rest = drawn.flatMap((lines, at) => (at > 0 && between !== undefined ? [between, ...lines] : lines))
  return [...rowLines(head), rule, ...rest]
}

function aligned(line: string, width: number, align: 'left' | 'center' | 'right' | null): string {
  const room = Math.max(0, width - textWidth(line))
  const before = align === 'right' ? room : align === 'center' ? Math.floor(room / 2) : 0
  return `${' '.repeat(before)}${line}${' '.repeat(room - before)}`
}

function recordLines(head: readonly string[], body: readonly (readonly string[])[], width: number): string[] {
  return body.flatMap((row, index) => [
    ...(index > 0 ? [dim('─'.repeat(Math.min(width, 20)))] : []),
    ...row.flatMap((cell, at) => wrapWords(`${bold(`${head[at]}:`)} ${cell}`, width, { hang: 2 })),
  ])
}
