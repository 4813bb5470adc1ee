import type { ApprovalView } from '../../../api/resources.ts'
import { questionsOf } from '../../../state/approvals/questions.ts'
import { printable } from '../../terminal/cells.ts'
import { bold, cyan, dim } from '../../terminal/style.ts'
import { truncate } from '../../terminal/truncate.ts'
import { wrapWords } from '../../terminal/wrap.ts'
import { emptyEditor } from '../model/editor.ts'
import type { ApprovalStep, QuestionStep } from '../model/ui-state.ts'
import type { Panel } from './approval-view.ts'
import { editorLines } from './editor-lines.ts'

const MAX_PREVIEW = 8

export function questionLines(view: ApprovalView, now: ApprovalStep, width: number): Panel {
  const questions = questionsOf(view.request)
  if (now.type !== 'question') return { title: 'Question', about: [], step: [], keys: [] }
  const question = questions[now.question]
  const { options = [], multiSelect = false } = question ?? {}
  const picked = now.picked[now.question] ?? []
  const header = question?.header ? `${cyan(`[${printable(question.header)}]`)} ` : ''
  const step = wrapWords(`${header}${bold(printable(question?.question ?? ''))}`, width - 2)
  for (const [index, { label, description }] of options.entries()) {
    const isHere = index === now.at
    const box = multiSelect ? `${picked.includes(index) ? '☑' : '☐'} ` : ''
    const name = `${isHere ? cyan('▸') : ' '} ${index + 1} ${box}${isHere ? bold(printable(label)) : printable(label)}`
    const about = description ? `  ${dim(printable(description).replace(/\s+/g, ' '))}` : ''
    step.push(...wrapWords(`${name}${about}`, width - 2, { hang: 4 }))
  }
  step.push(...previewLines(options[now.at]?.preview, width))
  const isOwn = now.at >= options.length
  const editor = now.own[now.question] ?? emptyEditor
  const start = `${isOwn ? cyan('▸') : ' '} ${options.length + 1} `
  if (!isOwn && editor.text === '')
    return panel(questions.length, now, [...step, `${start}${dim('your own answer')}`], multiSelect)
  const { lines, cursor } = editorLines(editor, width - 8, 4)
  const rows = lines.map((line, index) => (index === 0 ? `${start}${line}` : `    ${line}`))
  const place = { row: step.length + cursor.row, column: 4 + cursor.column }
  return { ...panel(questions.length, now, [...step, ...rows], multiSelect), ...(isOwn && { cursor: place }) }
}

/** The preview of the option under the cursor. */
function previewLines(preview: string | undefined, width: number): string[] {
  if (!preview) return []
  const lines = printable(preview).split('\n')
  const shown = lines.slice(0, MAX_PREVIEW).map((line) => dim(truncate(`    │ ${line}`, width - 2)))
  return lines.length > MAX_PREVIEW
    ? [...shown, dim(`    │ … ${lines.length - MAX_PREVIEW} more lines`)]
    : shown
}

function panel(count: number, now: QuestionStep, step: readonly string[], isMany: boolean): Panel {
  const isLast = now.question + 1 >= count
  return {
    title: count > 1 ? `Question ${now.question + 1} of ${count}` : 'Question',
    about: [],
    step,
    keys: [
      ['↑↓', 'choose'],
      ...(isMany ? ([['Space', 'mark']] as const) : []),
      ['Enter', isLast ? 'answer' : 'next'],
      ['s', 'skip'],
      ['x', 'decline to answer'],
    ],
  }
}
