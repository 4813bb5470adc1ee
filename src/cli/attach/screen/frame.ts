/** One screenful, cell by cell, and the shortest output that turns another screenful into it. */
import { cellsOf } from '../../terminal/cells.ts'

interface Row {
  /** Empty for the second half of a wide character. */
  readonly texts: string[]
  readonly styles: string[]
}

export interface PutOptions {
  /** How many columns the text may take; default: the rest of the row. */
  readonly width?: number
  /** A style (SGR parameters) for the whole width, beneath the text's own. */
  readonly under?: string
}

export class Frame {
  readonly columns: number
  readonly rows: number
  readonly #rows: readonly Row[]
  /** Hidden unless set. */
  cursor: { readonly row: number; readonly column: number } | undefined

  constructor(columns: number, rows: number) {
    this.columns = columns
    this.rows = rows
    this.#rows = Array.from({ length: rows }, () => ({
      texts: new Array<string>(columns).fill(' '),
      styles: new Array<string>(columns).fill(''),
    }))
  }

  put(row: number, column: number, text: string, { width, under = '' }: PutOptions = {}): void {
    const target = this.#rows[row]
    if (!target || column < 0) return
    const end = Math.min(this.columns, column + (width ?? this.columns))
    let at = column
    blankHalf(target, column)
    for (const cell of cellsOf(text)) {
      if (at + cell.width > end) break
      const style = under && cell.style ? `${under};${cell.style}` : under || cell.style
      target.texts[at] = cell.text
      target.styles[at] = style
      for (let more = 1; more < cell.width; more++) {
        target.texts[at + more] = ''
        target.styles[at + more] = style
      }
      at += cell.width
    }
    // Blank what is left of a wide character that was overwritten.
    for (let half = at; target.texts[half] === ''; half++) target.texts[half] = ' '
    if (under !== '') for (; at < end; at++) target.styles[at] = under
  }

  /** The plain text, for tests. */
  get lines(): string[] {
    return this.#rows.map(({ texts }) => texts.join('').trimEnd())
  }

  /** The output that turns the other frame into this one; without another frame, all of it. */
  since(other: Frame | undefined): string {
    const before = other && other.columns === this.columns && other.rows === this.rows ? other : undefined
    let out = before ? '' : '\x1b[0m\x1b[2J'
    const old = before ? before.#rows : []
    for (const [index, row] of this.#rows.entries()) out += changes(row, old[index], index)
    return out
  }
}

/** Blanks a wide character whose second half is about to be overwritten. */
function blankHalf({ texts }: Row, column: number): void {
  if (texts[column] !== '') return
  for (let half = column - 1; half >= 0; half--) {
    const isFirst = texts[half] !== ''
    texts[half] = ' '
    if (isFirst) return
  }
}

/** Rewriting up to this many unchanged cells is shorter than moving the cursor past them. */
const STEP = 4

function changes(row: Row, before: Row | undefined, index: number): string {
  const { texts, styles } = row
  const isSame = (at: number) =>
    before ? texts[at] === before.texts[at] && styles[at] === before.styles[at] : isBlank(row, at)
  let blankFrom = texts.length
  while (blankFrom > 0 && isBlank(row, blankFrom - 1)) blankFrom -= 1
  let out = ''
  let style = ''
  /** The terminal's cursor column; -1 if it is in another row or unknown. */
  let at = -1
  const write = (column: number) => {
    const wanted = styles[column] ?? ''
    if (wanted !== style) out += `\x1b[0${wanted && ';'}${wanted}m`
    style = wanted
    out += texts[column]
  }
  for (let column = 0; column < texts.length; ) {
    let next = column + 1
    while (texts[next] === '') next += 1
    let isChanged = false
    for (let half = column; half < next; half++) if (!isSame(half)) isChanged = true
    if (isChanged && column >= blankFrom) {
      if (at !== column) out += goTo(index, column)
      return `${out}${style === '' ? '' : '\x1b[0m'}\x1b[K`
    }
    if (isChanged) {
      const isNear = at >= 0 && column - at <= STEP && !hasDoubtful(row, at, column)
      if (isNear) for (; at < column; at++) write(at)
      else if (at !== column) out += goTo(index, column)
      write(column)
      at = hasDoubtful(row, column, next) ? -1 : next
    }
    column = next
  }
  return style === '' ? out : `${out}\x1b[0m`
}

function isBlank({ texts, styles }: Row, at: number): boolean {
  return texts[at] === ' ' && styles[at] === ''
}

/** Terminals disagree on the width of multi-character graphemes, so the cursor is positioned again after one. */
function hasDoubtful({ texts }: Row, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if ((texts[i] ?? '').length > 1) return true
  return false
}

function goTo(row: number, column: number): string {
  return `\x1b[${row + 1};${column + 1}H`
}
