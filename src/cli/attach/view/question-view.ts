import type { ApprovalView } from '../../../api/resources.ts'
import { questionsOf } from '../../approvals/describe.ts'
import { emptyEditor } from '../model/editor.ts'
import type { ApprovalStep, QuestionStep } from '../model/ui-state.ts'
import { plain } from '../screen/cells.ts'
import { bold, cyan, dim } from '../text/paint.ts'
import { wrapWords } from '../text/wrap.ts'
import type { Panel } from './approval-view.ts'
import { editorLines } from './editor-lines.ts'

export function questionLines(view: ApprovalView, now: ApprovalStep, width: number): Panel {
  const questions = questionsOf(view)
  if (now.type !== 'question') return { title: 'A question', about: [], step: [], keys: [] }
  const question = questions[now.question]
  const { options = [], multiSelect = false } = question ?? {}
  const picked = now.picked[now.question] ?? []
  const step = wrapWords(bold(plain(question?.question ?? '')), width - 2)
  for (const [index, { label, description }] of options.entries()) {
    const isHere = index === now.at
    const box = multiSelect ? `${picked.includes(index) ? '☑' : '☐'} ` : ''
    const name = `${isHere ? cyan('▸') : ' '} ${index + 1} ${box}${isHere ? bold(plain(label)) : plain(label)}`
    const about = description ? `  ${dim(plain(description).replace(/\s+/g, ' '))}` : ''
    step.push(...wrapWords(`${name}${about}`, width - 2, { hang: 4 }))
  }
  const isOwn = now.at >= options.length
  const editor = now.own[now.question] ?? emptyEditor
  const start = `${isOwn ? cyan('▸') : ' '} ${options.length + 1} `
  if (!isOwn && editor.text === '') {
    return panel(questions.length, now, [...step, `${start}${dim('your own words')}`], multiSelect)
  }
  const { lines, cursor } = editorLines(editor, width - 8, 4)
  const rows = lines.map((line, index) => (index === 0 ? `${start}${line}` : `    ${line}`))
  const place = { row: step.length + cursor.row, column: 4 + cursor.column }
  return { ...panel(questions.length, now, [...step, ...rows], multiSelect), ...(isOwn && { cursor: place }) }
}

function panel(count: number, now: QuestionStep, step: readonly string[], isMany: boolean): Panel {
  const isLast = now.question + 1 >= count
  return {
    title: count > 1 ? `Question ${now.question + 1} of ${count}` : 'A question',
    about: [],
    step,
    keys: [
      ['↑↓', 'choose'],
      ...(isMany ? ([['Space', 'mark']] as const) : []),
      ['Enter', isLast ? 'answer' : 'next'],
      ['s', 'skip'],
      ['x', 'answer nothing'],
    ],
  }
}
