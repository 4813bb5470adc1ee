/** An editor's text wrapped to a width, and the position of its cursor. */

import { printable, signWidth } from '../../terminal/cells.ts'
import type { Editor } from '../model/editor.ts'

export interface EditorLines {
  readonly lines: readonly string[]
  readonly cursor: { readonly row: number; readonly column: number }
}

const segmenter = new Intl.Segmenter()

/** At most `most` rows, around the cursor. */
export function editorLines(editor: Editor, width: number, most: number): EditorLines {
  const { text, cursor } = near(editor, width, most)
  const lines = ['']
  let used = 0
  let place = { row: 0, column: 0 }
  const room = Math.max(2, width - 1)
  for (const { segment, index } of segmenter.segment(text)) {
    const isEnd = segment === '\n' || segment === '\r\n'
    const sign = isEnd ? '' : shown(segment)
    const columns = isEnd
      ? 0
      : [...segmenter.segment(sign)].reduce((sum, it) => sum + signWidth(it.segment), 0)
    if (used + columns > room) {
      lines.push('')
      used = 0
    }
    if (index === cursor) place = { row: lines.length - 1, column: used }
    if (isEnd) {
      lines.push('')
      used = 0
    } else {
      lines[lines.length - 1] += sign
      used += columns
    }
  }
  if (cursor >= text.length) place = { row: lines.length - 1, column: used }
  const from = Math.max(0, Math.min(place.row - most + 1, lines.length - most))
  return { lines: lines.slice(from, from + most), cursor: { row: place.row - from, column: place.column } }
}

function shown(segment: string): string {
  if (segment === '\t') return '    '
  return printable(segment)
}

/** Only the text around the cursor: a whole file may have been pasted. */
function near({ text, cursor }: Editor, width: number, most: number): Editor {
  const room = width * (most + 1)
  if (text.length <= 2 * room) return { text, cursor }
  let from = cursor
  for (let line = 0; line <= most && from > 0; line++) from = text.lastIndexOf('\n', from - 1)
  const start = Math.max(0, from + 1, cursor - room)
  return { text: text.slice(start, cursor + room), cursor: cursor - start }
}
