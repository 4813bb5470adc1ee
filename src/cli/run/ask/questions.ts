/** AskUserQuestion: numbered options, several where the question allows it, or an answer in own words. */
import type { QuestionApproval } from '../../../client/approvals/approval.ts'
import type { Question } from '../../../protocol/tools/inputs.ts'
import { printable } from '../../style.ts'
import type { Asking } from './ask.ts'

export async function askQuestions(approval: QuestionApproval, asking: Asking): Promise<void> {
  const answers: Record<string, string | string[]> = {}
  for (const question of approval.questions) {
    const answer = await askOne(question, approval.signal, asking)
    if (answer === undefined) return
    if (answer === 'x') return void approval.deny('The user does not want to answer.')
    if (answer.length > 0) answers[question.question] = answer
  }
  approval.answer(answers)
}

async function askOne(
  question: Question,
  signal: AbortSignal,
  { style, say, ask }: Asking,
): Promise<string | string[] | undefined> {
  const { options = [], multiSelect = false } = question
  say(`${style.yellow('?')} ${style.bold(printable(question.question))}`)
  for (const [index, { label, description }] of options.entries()) {
    say(`    ${index + 1}  ${printable(label)}${description ? style.dim(`  ${printable(description)}`) : ''}`)
  }
  const several = multiSelect ? 'numbers with commas' : 'a number'
  const hint = options.length > 0 ? `${several}, or your own words` : 'your answer'
  const answer = await ask(`  [${hint}; enter: skip, x: answer nothing] `, signal)
  if (answer === undefined || answer === 'x') return answer
  return chosen(answer, question)
}

/** The labels of the numbers, or the text itself where it holds anything but numbers. */
export function chosen(answer: string, { options = [], multiSelect = false }: Question): string | string[] {
  if (answer === '') return []
  const words = multiSelect ? answer.split(',').map((word) => word.trim()) : [answer]
  const labels = words.map((word) => (/^\d+$/.test(word) ? options[Number(word) - 1]?.label : undefined))
  if (labels.some((label) => label === undefined)) return answer
  return multiSelect ? (labels as string[]) : (labels[0] as string)
}
