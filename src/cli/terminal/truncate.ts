/** Text in a limited number of columns. */
import { cellsOf, printable, textOfCells } from './cells.ts'

/** At most so many columns; what is missing is shown as `…`. Styles stay. */
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

/** No sign that is seen as one has more characters than this, unless it was made to be long. */
const MAX_SIGN = 16

/** Text of a model or of a tool in one line of at most so many columns. */
export function shorten(text: string, columns: number): string {
  const line = printable(text).replace(/\s+/g, ' ').trim()
  // It may be megabytes.
  const most = columns * MAX_SIGN
  return truncate(line.length > most ? `${line.slice(0, most)}…` : line, columns)
}
