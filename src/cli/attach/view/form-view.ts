import type { ApprovalView } from '../../../api/resources.ts'
import { emptyEditor } from '../model/editor.ts'
import { formFields } from '../model/form-keys.ts'
import type { ApprovalUi } from '../model/ui-state.ts'
import { cut, plain, textWidth } from '../screen/cells.ts'
import { bold, cyan, dim, red } from '../text/paint.ts'
import { wrapWords } from '../text/wrap.ts'
import type { Panel } from './approval-view.ts'
import { editorLines } from './editor-lines.ts'

export function formLines(view: ApprovalView, { step }: ApprovalUi, width: number): Panel {
  const { mcp_server_name: server = 'a server', message = '', url } = view.request
  const title = `${plain(String(server))} asks`
  const about = [
    ...plain(String(message))
      .split('\n')
      .flatMap((line) => wrapWords(line, width - 2)),
    ...(typeof url === 'string' ? [cyan(plain(url))] : []),
  ]
  const fields = formFields(view)
  if (step.type !== 'form') {
    const names =
      fields.length > 0 ? [dim(`It wants: ${fields.map((it) => plain(it.title)).join(', ')}`)] : []
    const keys: Panel['keys'] = [
      ['y', fields.length > 0 ? 'fill in' : 'accept'],
      ['n', 'decline'],
      ['c', 'cancel'],
    ]
    return { title, about: [...about, ...names], step: [], keys }
  }
  const lines: string[] = []
  let place = { row: 0, column: 0 }
  for (const [index, field] of fields.entries()) {
    const isHere = index === step.at
    const label = `${isHere ? cyan('▸') : ' '} ${bold(plain(field.title))}${field.isRequired ? '' : dim(' (optional)')}: `
    const editor = editorLines(
      step.editors[index] ?? emptyEditor,
      Math.max(10, width - textWidth(label) - 4),
      1,
    )
    if (isHere) place = { row: lines.length, column: textWidth(label) + editor.cursor.column }
    lines.push(`${label}${editor.lines[0] ?? ''}`)
    const hint = [field.choices.join(' / '), plain(field.about)].filter((it) => it !== '').join(' · ')
    if (isHere && hint !== '') lines.push(dim(cut(`    ${hint}`, width - 2)))
  }
  if (step.problem !== undefined) lines.push(red(plain(step.problem)))
  return {
    title,
    about,
    step: lines,
    cursor: place,
    keys: [
      ['Enter', step.at + 1 < fields.length ? 'next' : 'send'],
      ['↑↓', 'field'],
      ['Space', 'next choice'],
      ['Esc', 'back'],
    ],
  }
}
