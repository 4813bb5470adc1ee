import { cellsOf, printable, textOfCells } from './cells.ts'

/** Cuts styled text to a width, with `…` at the end. */
export function truncate(text: string, columns: number): string {
  if (columns <= 0) return ''
  const cells = cellsOf(text)
  let width = 0
  for (const [index, cell] of cells.entries()) {
    width += cell.width
    if (width <= columns) continue
    const kept = cells.slice(0, index)
    let over = width - cell.width
    while (over > columns - 1 || kept.at(-1)?.text === ' ') over -= kept.pop()?.width ?? over
    return textOfCells([...kept, { text: '…', width: 1, style: kept.at(-1)?.style ?? '' }])
  }
  return text
}

/** No normal grapheme has more characters than this. */
const MAX_SIGN = 16

/** Text of a model or a tool as one line of limited width. */
export function shorten(text: string, columns: number): string {
  const line = printable(text).replace(/\s+/g, ' ').trim()
  // The text may be megabytes.
  const most = columns * MAX_SIGN
  return truncate(line.length > most ? `${line.slice(0, most)}…` : line, columns)
}
