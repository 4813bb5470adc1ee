/** Dialogs as a title and lines; `draw.ts` puts a frame around them. */
import { textOfContent } from '../../../state/turns/prompts.ts'
import { bold, cyan, dim } from '../../terminal/style.ts'
import { shorten, truncate } from '../../terminal/truncate.ts'
import { WHENS } from '../model/dialog-keys.ts'
import { queueOf } from '../model/looking.ts'
import type { Dialog as AnyDialog, World } from '../model/ui-state.ts'
import { editorLines } from './editor-lines.ts'
import { helpLines } from './help-view.ts'

/** In a frame of its own; the Changes pane has none. */
type Dialog = Exclude<AnyDialog, { readonly type: 'changes' }>

export interface DialogLines {
  readonly title: string
  readonly lines: readonly string[]
  readonly hint: string
  readonly cursor?: { readonly row: number; readonly column: number }
  /** `at`: the line that must be visible. `from`: the first line to show. */
  readonly at?: number
  readonly from?: number
}

export function dialogLines(dialog: Dialog, world: World, width: number): DialogLines {
  switch (dialog.type) {
    case 'help':
      return {
        title: 'Keys',
        lines: helpLines(width),
        hint: '↑↓ scroll · any other key closes',
        from: dialog.at,
      }
    case 'menu': {
      const lines = dialog.entries.map(({ label, about, isNow }, index) => {
        const text = `${isNow ? '●' : ' '} ${index === dialog.at ? bold(label) : label}${about ? `  ${dim(shorten(about, 200))}` : ''}`
        return truncate(`${index === dialog.at ? cyan('▸') : ' '} ${text}`, width)
      })
      return { title: 'This session', lines, hint: '↑↓ choose · Enter select · Esc close', at: dialog.at }
    }
    case 'new':
      return newLines(dialog, width)
    case 'when': {
      const lines = WHENS.map(([, label, about], index) => {
        const name = `${index + 1} ${index === dialog.at ? bold(label) : label}`
        return truncate(`${index === dialog.at ? cyan('▸') : ' '} ${name}  ${dim(about)}`, width)
      })
      return {
        title: 'A turn is running. When should this be sent?',
        lines,
        hint: 'Enter or 1 2 3 · Esc back',
      }
    }
    case 'queue':
      return queueLines(dialog, world, width)
  }
}

function newLines(dialog: Dialog & { type: 'new' }, width: number): DialogLines {
  const folder = editorLines(dialog.folder, width, 1)
  const prompt = editorLines(dialog.prompt, width, 8)
  const isFolder = dialog.field === 'folder'
  const label = (text: string, isHere: boolean) => (isHere ? cyan(text) : dim(text))
  const lines = [
    label('Folder', isFolder),
    folder.lines[0] ?? '',
    '',
    label('First prompt (optional)', !isFolder),
    ...prompt.lines,
  ]
  const cursor = isFolder
    ? { row: 1, column: folder.cursor.column }
    : { row: 4 + prompt.cursor.row, column: prompt.cursor.column }
  return { title: 'New session', lines, cursor, hint: 'Tab next field · Enter start · Esc cancel' }
}

function queueLines(dialog: Dialog & { type: 'queue' }, world: World, width: number): DialogLines {
  const queue = queueOf(world)
  if (queue.length === 0) return { title: 'Queue', lines: [dim('The queue is empty.')], hint: 'Esc close' }
  const at = Math.min(dialog.at, queue.length - 1)
  const lines: string[] = []
  let cursor: DialogLines['cursor']
  for (const [index, { content, status }] of queue.entries()) {
    const isHere = index === at
    const start = `${isHere ? cyan('▸') : ' '} ${index + 1} `
    if (isHere && dialog.editor) {
      const editor = editorLines(dialog.editor, width - 4, 8)
      cursor = { row: lines.length + editor.cursor.row, column: 4 + editor.cursor.column }
      lines.push(...editor.lines.map((line, row) => (row === 0 ? `${start}${line}` : `    ${line}`)))
      continue
    }
    const text = shorten(textOfContent(content), 300)
    const where = status === 'held' ? '' : dim(' (sent to the CLI)')
    lines.push(truncate(`${start}${isHere ? bold(text) : text}${where}`, width))
  }
  const hint = dialog.editor ? 'Enter save · Esc cancel' : '↑↓ choose · e edit · x cancel · Esc close'
  return { title: 'Queue', lines, hint, at, ...(cursor && { cursor }) }
}
