import type { Cell } from './cells.ts'

export interface WrapOptions {
  /** Columns by which what follows a break is indented, besides the line's own indentation. */
  readonly hang?: number
  /** The same, without the line's own indentation. */
  readonly indent?: number
  /** A word that is longer than a line sticks out, so that an address can be copied; otherwise it is broken. */
  readonly keepsWords?: boolean
}

/** A line of cells as several, broken between words. */
export function wrapCells(cells: readonly Cell[], width: number, options: WrapOptions): Cell[][] {
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
  return [...lines, current]
}
