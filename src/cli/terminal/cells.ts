/**
 * Styled text as cells of a terminal: what stands in each column, and in which style. Whatever is shown passes here, so
 * nothing but printable signs and colours gets to the terminal: no cursor movement, no title, no control character. What
 * is not seen, or turns the direction of the text around, is written out.
 */
import { createRequire } from 'node:module'
import type * as StringWidth from 'string-width'
import { visiblePiece } from '../../state/unseen.ts'
import { Pen } from './pen.ts'
import { CONTROL, ESCAPE } from './printable.ts'

export { printable } from './printable.ts'

export interface Cell {
  /** What is seen as one sign; it may consist of several characters. */
  readonly text: string
  readonly width: number
  readonly style: string
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const PLAIN = /^[\x00-\x7f]*$/
const TAB = 4
const segmenter = new Intl.Segmenter()

export function cellsOf(text: string): Cell[] {
  const cells: Cell[] = []
  const pen = new Pen()
  let column = 0
  let from = 0
  const add = (part: string) => {
    for (const sign of signsOf(part)) {
      if (sign === '\t') {
        for (const end = column + TAB - (column % TAB); column < end; column++)
          cells.push({ text: ' ', width: 1, style: pen.style })
        continue
      }
      const width = signWidth(sign)
      if (width > 0) cells.push({ text: sign, width, style: pen.style })
      column += width
    }
  }
  for (const match of text.matchAll(ESCAPE)) {
    add(text.slice(from, match.index))
    const [all, parameters = '', final] = match
    if (final === 'm') pen.apply(parameters)
    from = match.index + all.length
  }
  add(text.slice(from))
  return cells
}

function signsOf(part: string): Iterable<string> {
  if (part === '') return []
  const clean = visiblePiece(part.replace(CONTROL, ''))
  return PLAIN.test(clean) ? clean : Array.from(segmenter.segment(clean), ({ segment }) => segment)
}

const require = createRequire(import.meta.url)
/** Loaded for the first sign that needs it: its tables take as long as the start of Node. */
let stringWidth: typeof StringWidth.default | undefined
const widths = new Map<string, number>()
const MAX_WIDTHS = 10_000

/** Punctuation and the lines of boxes. To ask for the first other sign takes a hundred milliseconds. */
const NARROW = /^[\u2010-\u2027\u2500-\u257f]$/

export function signWidth(sign: string): number {
  if (sign.length === 1 && (sign < '\u0300' || NARROW.test(sign))) return 1
  let width = widths.get(sign)
  if (width === undefined) {
    stringWidth ??= (require('string-width') as typeof StringWidth).default
    width = stringWidth(sign)
    if (widths.size >= MAX_WIDTHS) widths.clear()
    widths.set(sign, width)
  }
  return width
}

export function textWidth(text: string): number {
  return cellsOf(text).reduce((sum, { width }) => sum + width, 0)
}

/** Cells as text again, with each style once, and plain at its end. */
export function textOfCells(cells: readonly Cell[]): string {
  let style = ''
  let text = ''
  for (const cell of cells) {
    if (cell.style !== style) text += `\x1b[0${cell.style && ';'}${cell.style}m`
    style = cell.style
    text += cell.text
  }
  return style === '' ? text : `${text}\x1b[0m`
}
