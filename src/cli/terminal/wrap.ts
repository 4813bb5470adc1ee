/** Lines that fit: prose is broken between words and keeps its indentation, anything else where the width ends. */
import { type Cell, cellsOf, textOfCells, textWidth } from './cells.ts'

const SIMPLE = /^[\x20-\x7e]*$/

export interface WrapOptions {
  /** Columns by which what follows a break is indented, besides the line's own indentation. */
  readonly hang?: number
  /** The same, without the line's own indentation. */
  readonly indent?: number
  /** A word that is longer than a line sticks out, so that an address can be copied; otherwise it is broken. */
  readonly keepsWords?: boolean
}

/** One source line as several; styles go on from one to the next. */
export function wrapWords(line: string, width: number, options: WrapOptions = {}): string[] {
  if (SIMPLE.test(line) && line.length <= width) return [line]
  const cells = cellsOf(line)
  const own = cells.findIndex(({ text }) => text !== ' ')
  const { hang = 0, keepsWords = false } = options
  const indent = options.indent ?? Math.min(Math.max(0, own) + hang, Math.floor(width / 2))
  const margin: Cell[] = Array.from({ length: indent }, () => ({ text: ' ', width: 1, style: '' }))
  const lines: Cell[][] = []
  let current: Cell[] = []
  let used = 0
  /** Where in `current` the last word begins, and whether it may be moved down. */
  let word = 0
  const least = () => (lines.length === 0 ? Math.max(0, own) : indent)
  for (const cell of cells) {
    const isSpace = cell.text === ' '
    const isLong = !isSpace && word <= least()
    if (used + cell.width > width && !(isLong && keepsWords)) {
      const tail = isSpace || isLong ? [] : current.splice(word)
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

/**
 * A text of help in a narrow terminal: paragraphs are filled, and lines that are indented, such as those of a table, hang
 * under their second column.
 */
export function wrapHelp(text: string, width: number): string {
  const lines = text.split('\n')
  if (lines.every((line) => textWidth(line) <= width)) return text
  return paragraphs(lines)
    .flatMap((line) => wrapWords(line, width, { indent: hangOf(line, width), keepsWords: true }))
    .join('\n')
}

function paragraphs(lines: readonly string[]): string[] {
  const found: string[] = []
  for (const line of lines) {
    const last = found.at(-1)
    const goesOn = last !== undefined && isProse(last) && isProse(line)
    if (goesOn) found.splice(-1, 1, `${last} ${line}`)
    else found.push(line)
  }
  return found
}

function isProse(line: string): boolean {
  return line !== '' && !line.startsWith(' ') && !line.endsWith(':')
}

/** Where the text behind the last gap of two spaces begins. */
function hangOf(line: string, width: number): number {
  const column = /^(?: +.*?\S {2,}| *)(?=\S)/.exec(line)?.[0].length ?? 0
  return column > (2 * width) / 3 ? 4 : column
}

/** What a terminal would have left of lines that were written over: progress bars. */
export function settledLines(text: string): string[] {
  return text.split('\n').map((line) => {
    const ended = line.endsWith('\r') ? line.slice(0, -1) : line
    return ended.slice(ended.lastIndexOf('\r') + 1)
  })
}
