/** Lines that fit: prose is broken between words and keeps its indentation, anything else where the width ends. */
import { type Cell, cellsOf, textOfCells } from '../screen/cells.ts'

const SIMPLE = /^[\x20-\x7e]*$/

export interface WrapOptions {
  /** Columns by which what follows a break is indented, besides the line's own indentation. */
  readonly hang?: number
}

/** One source line as several; styles go on from one to the next. */
export function wrapWords(line: string, width: number, { hang = 0 }: WrapOptions = {}): string[] {
  if (SIMPLE.test(line) && line.length <= width) return [line]
  const cells = cellsOf(line)
  const own = cells.findIndex(({ text }) => text !== ' ')
  const indent = Math.min(Math.max(0, own) + hang, Math.floor(width / 2))
  const margin: Cell[] = Array.from({ length: indent }, () => ({ text: ' ', width: 1, style: '' }))
  const lines: Cell[][] = []
  let current: Cell[] = []
  let used = 0
  /** Where in `current` the last word begins, and whether it may be moved down. */
  let word = 0
  const least = () => (lines.length === 0 ? Math.max(0, own) : indent)
  for (const cell of cells) {
    if (used + cell.width > width) {
      const isSpace = cell.text === ' '
      const tail = isSpace || word <= least() ? [] : current.splice(word)
      while (current.at(-1)?.text === ' ' && current.length > 0) current.pop()
      lines.push(current)
      current = [...margin, ...tail]
      used = current.reduce((sum, it) => sum + it.width, 0)
      word = indent
      if (isSpace) continue
    }
    current.push(cell)
    used += cell.width
    if (cell.text === ' ' || (cell.width === 2 && cell.text.length === 1)) word = current.length
  }
  return [...lines, current].map(textOfCells)
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
