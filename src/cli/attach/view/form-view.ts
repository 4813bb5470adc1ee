import type { ApprovalView } from '../../../api/resources.ts'
import { type FieldValue, type FormField, type FormOption, formOf } from '../../../state/approvals/form.ts'
import { describeField } from '../../../state/approvals/read-form.ts'
import { printable, textWidth } from '../../terminal/cells.ts'
import { bold, cyan, dim, red } from '../../terminal/style.ts'
import { truncate } from '../../terminal/truncate.ts'
import { wrapWords } from '../../terminal/wrap.ts'
import { emptyEditor } from '../model/editor.ts'
import { isPicked } from '../model/form-keys.ts'
import type { ApprovalUi, FormStep } from '../model/ui-state.ts'
import type { Panel } from './approval-view.ts'
import { editorLines } from './editor-lines.ts'

/** How many options are shown around the cursor. */
const MAX_OPTIONS = 8

export function formLines(view: ApprovalView, { step }: ApprovalUi, width: number): Panel {
  const { server, message, url, fields } = formOf(view.request)
  const title = `${printable(server)} asks`
  const about = [
    ...printable(message)
      .split('\n')
      .flatMap((line) => wrapWords(line, width - 2)),
    ...(url === undefined ? [] : [cyan(printable(url))]),
  ]
  if (step.type !== 'form') {
    const names =
      fields.length > 0 ? [dim(`Fields: ${fields.map((it) => printable(it.label)).join(', ')}`)] : []
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
    const label = `${isHere ? cyan('▸') : ' '} ${bold(printable(field.label))}${field.isRequired ? '' : dim(' (optional)')}: `
    const input = inputOf(field, step, index, Math.max(10, width - textWidth(label) - 4))
    if (isHere) place = { row: lines.length, column: textWidth(label) + input.column }
    lines.push(`${label}${input.text}`)
    if (!isHere) continue
    if (field.kind === 'choices') lines.push(...optionLines(field.options, step, width))
    const hint = [describeField(field), field.help ?? ''].filter((it) => it !== '').join(' · ')
    lines.push(dim(truncate(`    ${printable(hint)}`, width - 2)))
  }
  if (step.problem !== undefined) lines.push(red(printable(step.problem)))
  const field = fields[step.at]
  return {
    title,
    about,
    step: lines,
    cursor: place,
    keys: [
      ['Enter', step.at + 1 < fields.length ? 'next' : 'send'],
      ['↑↓', 'field'],
      ...pickingKeys(field),
      ['Esc', 'back'],
    ],
  }
}

function pickingKeys(field: FormField | undefined): Panel['keys'] {
  if (!field || !isPicked(field)) return []
  if (field.kind !== 'choices') return [['Space', 'next choice']]
  return [
    ['←→', 'choose'],
    ['Space', 'mark'],
  ]
}

function inputOf(field: FormField, step: FormStep, index: number, width: number) {
  if (!isPicked(field)) {
    const { lines, cursor } = editorLines(step.editors[index] ?? emptyEditor, width, 1)
    return { text: lines[0] ?? '', column: cursor.column }
  }
  const text = pickedText(field, step.picked[index] ?? field.start)
  return { text: text === '' ? dim('—') : truncate(printable(text), width), column: 0 }
}

function pickedText(field: FormField, value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const options = field.kind === 'choice' || field.kind === 'choices' ? field.options : []
  const chosen = typeof value === 'string' ? [value] : value
  return options
    .filter((option) => chosen.includes(option.value))
    .map(({ label }) => label)
    .join(', ')
}

function optionLines(options: readonly FormOption[], step: FormStep, width: number): string[] {
  const value = step.picked[step.at]
  const chosen = typeof value === 'object' ? value : []
  const from = Math.max(0, Math.min(step.option - MAX_OPTIONS / 2, options.length - MAX_OPTIONS))
  return options.slice(from, from + MAX_OPTIONS).map((option, row) => {
    const isHere = from + row === step.option
    const box = chosen.includes(option.value) ? '☑' : '☐'
    const name = printable(option.label)
    const line = `    ${isHere ? cyan('▸') : ' '} ${from + row + 1} ${box} ${isHere ? bold(name) : name}`
    return truncate(line, width - 2)
  })
}
