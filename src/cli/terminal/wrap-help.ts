/**
 * A text of help in a narrow terminal: paragraphs are filled, and lines that are indented, such as those of a table, hang
 * under their second column. Help is ASCII, so that it needs no tables of widths, which are slow to load.
 */
import type { Cell } from './cells.ts'
import { wrapCells } from './wrap-cells.ts'

const cellsOf = (line: string) => Array.from(line, (text): Cell => ({ text, width: 1, style: '' }))

export function wrapHelp(text: string, width: number): string {
  const lines = text.split('\n')
  if (lines.every((line) => line.length <= width)) return text
  return paragraphs(lines)
    .flatMap((line) => wrapCells(cellsOf(line), width, { indent: hangOf(line, width), keepsWords: true }))
    .map((cells) => cells.map(({ text }) => text).join(''))
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
