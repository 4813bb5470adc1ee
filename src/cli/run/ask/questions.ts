import type { Question } from '../../../protocol/tools/inputs.ts'
import { answersOf, type Choice, questionsOf, readAnswer } from '../../../state/approvals/questions.ts'
import type { ApprovalDecision } from '../../../state/approvals/to-wire.ts'
import { optionLine } from '../../approvals/describe.ts'
import { printable } from '../../terminal/cells.ts'
import type { AskedApproval, Asking } from './ask.ts'

export async function askQuestions(
  { request, signal }: AskedApproval,
  asking: Asking,
): Promise<ApprovalDecision | undefined> {
  const questions = questionsOf(request)
  const choices: Choice[] = []
  for (const question of questions) {
    const choice = await askOne(question, signal, asking)
    if (choice === undefined) return undefined
    if (choice === 'refused') return { decision: 'deny', message: 'The user does not want to answer.' }
    choices.push(choice)
  }
  return { decision: 'allow', answers: answersOf(questions, choices) }
}

async function askOne(
  question: Question,
  signal: AbortSignal,
  { style, say, ask }: Asking,
): Promise<Choice | 'refused' | undefined> {
  const { options, multiSelect = false } = question
  say(`${style.yellow('?')} ${style.bold(printable(question.question))}`)
  for (const [index, option] of options.entries()) say(`    ${optionLine(option, index, style)}`)
  const several = multiSelect ? 'numbers with commas' : 'a number'
  const hint = options.length > 0 ? `${several}, or your own answer` : 'your answer'
  for (;;) {
    const answer = await ask(`  [${hint}; enter: skip, x: answer nothing] `, signal)
    if (answer === undefined) return undefined
    if (answer === 'x') return 'refused'
    const read = readAnswer(question, answer)
    if ('choice' in read) return read.choice
    say(`  ${printable(read.problem)}`)
  }
}
