/** Lines that fit: prose is broken between words and keeps its indentation, anything else where the width ends. */
import { type Cell, cellsOf, textOfCells } from './cells.ts'
import { type WrapOptions, wrapCells } from './wrap-cells.ts'

const SIMPLE = /^[\x20-\x7e]*$/

/** One source line as several; styles go on from one to the next. */
export function wrapWords(line: string, width: number, options: WrapOptions = {}): string[] {
  if (SIMPLE.test(line) && line.length <= width) return [line]
  return wrapCells(cellsOf(line), width, options).map(textOfCells)
}

export function wrapHard(line: string, width: number): string[] {
  if (SIMPLE.test(line) && line.length <= width) return [line]
  const lines: Cell[][] = [[]]
  let used = 0
  for (const cell of cellsOf(line)) {
    if (used + cell.width > width) {
      lines.push([])
      used = 0
    }
    lines.at(-1)?.push(cell)
    used += cell.width
  }
  return lines.map(textOfCells)
}

/** What a terminal would have left of lines that were written over: progress bars. */
export function settledLines(text: string): string[] {
  return text.split('\n').map((line) => {
    const ended = line.endsWith('\r') ? line.slice(0, -1) : line
    return ended.slice(ended.lastIndexOf('\r') + 1)
  })
}
