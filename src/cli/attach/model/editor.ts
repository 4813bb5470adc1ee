import type { Key } from '../terminal/keys.ts'

export interface Editor {
  readonly text: string
  /** An offset in the text, never within a grapheme. */
  readonly cursor: number
}

export const emptyEditor: Editor = { text: '', cursor: 0 }

export function editorWith(text: string): Editor {
  return { text, cursor: text.length }
}

const segmenter = new Intl.Segmenter()

/** Undefined if the key does not edit. `isLine`: the text is a single line. */
export function edited(editor: Editor, key: Key, isLine = false): Editor | undefined {
  const { text, cursor } = editor
  if (key.text !== '') return inserted(editor, isLine ? key.text.replace(/\s*\n\s*/g, ' ') : key.text)
  const at = (to: number): Editor => ({ text, cursor: Math.max(0, Math.min(text.length, to)) })
  const without = (from: number, to: number): Editor => ({
    text: text.slice(0, from) + text.slice(to),
    cursor: from,
  })
  switch (key.id) {
    case 'backspace':
      return without(before(text, cursor), cursor)
    case 'delete':
    case 'ctrl-d':
      return without(cursor, after(text, cursor))
    case 'left':
    case 'ctrl-b':
      return at(before(text, cursor))
    case 'right':
    case 'ctrl-f':
      return at(after(text, cursor))
    case 'ctrl-left':
    case 'alt-left':
    case 'alt-b':
      return at(wordBefore(text, cursor))
    case 'ctrl-right':
    case 'alt-right':
    case 'alt-f':
      return at(wordAfter(text, cursor))
    case 'home':
    case 'ctrl-a':
      return at(lineStart(text, cursor))
    case 'end':
    case 'ctrl-e':
      return at(lineEnd(text, cursor))
    case 'ctrl-u':
      return without(lineStart(text, cursor), cursor)
    case 'ctrl-k':
      return without(cursor, lineEnd(text, cursor))
    case 'ctrl-w':
    case 'alt-backspace':
      return without(wordBefore(text, cursor), cursor)
    case 'up':
      return isLine || lineStart(text, cursor) === 0 ? undefined : at(vertical(text, cursor, -1))
    case 'down':
      return isLine || lineEnd(text, cursor) === text.length ? undefined : at(vertical(text, cursor, 1))
    default:
      return undefined
  }
}

export function inserted({ text, cursor }: Editor, added: string): Editor {
  return { text: text.slice(0, cursor) + added + text.slice(cursor), cursor: cursor + added.length }
}

function before(text: string, cursor: number): number {
  const start = Math.max(0, cursor - 40)
  const last = Array.from(segmenter.segment(text.slice(start, cursor))).at(-1)
  return last ? start + last.index : 0
}

function after(text: string, cursor: number): number {
  const [first] = segmenter.segment(text.slice(cursor, cursor + 40))
  return cursor + (first?.segment.length ?? 0)
}

function wordBefore(text: string, cursor: number): number {
  return text.slice(0, cursor).replace(/[\p{L}\p{N}_]*[^\p{L}\p{N}_]*$/u, '').length
}

function wordAfter(text: string, cursor: number): number {
  return text.length - text.slice(cursor).replace(/^[^\p{L}\p{N}_]*[\p{L}\p{N}_]*/u, '').length
}

function lineStart(text: string, cursor: number): number {
  return text.lastIndexOf('\n', cursor - 1) + 1
}

function lineEnd(text: string, cursor: number): number {
  const end = text.indexOf('\n', cursor)
  return end === -1 ? text.length : end
}

function vertical(text: string, cursor: number, by: 1 | -1): number {
  const start = lineStart(text, cursor)
  const column = cursor - start
  const other = by === 1 ? lineEnd(text, cursor) + 1 : lineStart(text, start - 1)
  return Math.min(other + column, lineEnd(text, other))
}
