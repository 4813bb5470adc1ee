/** What a file will be once a tool has edited it. */
import { isObject, type JsonObject, parseObject } from '../../../protocol/json.ts'
import { objectsIn, textIn } from '../../../state/fields.ts'

export interface TextEdit {
  readonly before: string
  readonly after: string
  readonly isEverywhere: boolean
}

/** The edits of Edit and MultiEdit. Undefined if the input is none of them. */
export function editsOf(input: JsonObject): readonly TextEdit[] | undefined {
  const edits = Array.isArray(input.edits) ? objectsIn(input.edits) : [input]
  const read = edits?.map(({ old_string: before, new_string: after, replace_all: all }) =>
    typeof before === 'string' && typeof after === 'string'
      ? { before, after, isEverywhere: all === true }
      : undefined,
  )
  return read?.every((it) => it !== undefined) ? read : undefined
}

/** The text after all edits, or undefined if one of them does not fit the text. */
export function edited(text: string, edits: readonly TextEdit[]): string | undefined {
  let after = text
  for (const edit of edits) {
    if (edit.before === '') {
      // The tool makes a new file of an empty text, and refuses to edit one that has content.
      if (after !== '') return undefined
      after = edit.after
      continue
    }
    const pieces = after.split(edit.before)
    if (pieces.length < 2) return undefined
    after = edit.isEverywhere
      ? pieces.join(edit.after)
      : `${pieces[0]}${edit.after}${pieces.slice(1).join(edit.before)}`
  }
  return after
}

/** Line breaks as the tool has them: the CLI keeps those of the file. */
export function plainBreaks(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

export interface CellEdit {
  readonly before: string
  readonly after: string
  readonly language: string
}

/** The cell that NotebookEdit changes, or undefined if the notebook cannot be read. */
export function editedCell(notebook: string, input: JsonObject): CellEdit | undefined {
  const cells = objectsIn(parseObject(notebook)?.cells)
  const after = textIn(input.new_source) ?? ''
  if (!cells) return undefined
  const id = textIn(input.cell_id)
  const index = /^cell-(\d+)$/.exec(id ?? '')?.[1]
  const cell = cells.find((it) => it.id === id) ?? (index === undefined ? undefined : cells[Number(index)])
  const isCode = (textIn(input.cell_type) ?? cell?.cell_type) !== 'markdown'
  const language = isCode ? 'python' : 'markdown'
  if (input.edit_mode === 'insert') return { before: '', after, language }
  if (!cell) return undefined
  const before = sourceOf(cell.source)
  return { before, after: input.edit_mode === 'delete' ? '' : after, language }
}

function sourceOf(source: unknown): string {
  if (Array.isArray(source)) return source.filter((it) => typeof it === 'string').join('')
  return isObject(source) ? '' : (textIn(source) ?? '')
}
