/** Texts of the help in narrow terminals: broken between words, and what hangs under something stays there. */

import type { Io } from '../io.ts'

export function helpWidth({ stdout }: Io): number {
  return stdout.isTTY === true ? Math.max(40, stdout.columns ?? 80) : Number.POSITIVE_INFINITY
}

/** Paragraphs are broken anew; lines that are indented, such as those of a table, hang under their second column. */
export function wrapText(text: string, width: number): string {
  if (text.split('\n').every((line) => line.length <= width)) return text
  return paragraphs(text.split('\n'))
    .map((line) => wrapLine(line, width))
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

/** The indent of what follows is that of the text behind the last gap of two spaces. */
function wrapLine(line: string, width: number): string {
  const column = /^(?: +.*?\S {2,}| *)(?=\S)/.exec(line)?.[0].length ?? 0
  const indent = ' '.repeat(column > (2 * width) / 3 ? 4 : column)
  const rows: string[] = []
  let row = line.slice(0, column)
  let isEmpty = true
  for (const word of line.slice(column).split(' ')) {
    if (!isEmpty && row.length + 1 + word.length > width) {
      rows.push(row)
      row = indent
      isEmpty = true
    }
    row += isEmpty ? word : ` ${word}`
    isEmpty = false
  }
  return [...rows, row].join('\n')
}
