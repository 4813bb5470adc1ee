/** Answers as they are given on the command line, as the host wants them. */
import type { AnswerApproval } from '../../api/commands.ts'
import { nearest } from '../../api/nearest.ts'
import type { ApprovalView } from '../../api/resources.ts'
import { isObject, type JsonObject } from '../../protocol/json.ts'
import type { Question } from '../../protocol/tools/inputs.ts'
import { listed, oneOf, UsageError } from '../command-line.ts'
import { fieldValue } from '../run/ask/elicitation.ts'
import { chosen } from '../run/ask/questions.ts'
import { questionsOf } from './describe.ts'

export function answerBody(
  view: ApprovalView,
  given: readonly string[],
  mode: string | undefined,
): AnswerApproval {
  if (view.kind === 'question') return { decision: 'answer', answers: toQuestions(questionsOf(view), given) }
  if (view.kind === 'elicitation') return toForm(view, given)
  if (view.kind === 'dialog') throw new UsageError('A dialog can be answered in the console only')
  const [word = '', ...message] = given
  const says = oneOf(view.kind === 'plan' ? 'A plan' : 'A tool', word, ['yes', 'no'])
  if (says === 'no') return { decision: 'deny', ...(message.length > 0 && { message: message.join(' ') }) }
  if (message[0] !== undefined) throw new UsageError(`'${message[0]}' is one argument too many`)
  return {
    decision: 'allow',
    ...(mode !== undefined && { mode: mode as NonNullable<AnswerApproval['mode']> }),
  }
}

/** What is missing, in one sentence. */
export function answerUsage(view: ApprovalView): string {
  const questions = questionsOf(view)
  switch (view.kind) {
    case 'question':
      return `Give ${questions.length === 1 ? 'an answer' : `${questions.length} answers, in order`}: a number, an option's text or your own words`
    case 'elicitation':
      return 'Give NAME=VALUE for each field, or decline, or cancel'
    default:
      return 'Say yes or no'
  }
}

function toQuestions(questions: readonly Question[], given: readonly string[]): JsonObject {
  const extra = given[questions.length]
  if (extra !== undefined)
    throw new UsageError(`'${extra}' is one answer too many: there are ${questions.length} questions`)
  if (given.length < questions.length)
    throw new UsageError(`There are ${questions.length} questions and ${given.length} answers; '' skips one`)
  const answers = questions.map(
    (question, index) => [question.question, toQuestion(question, given[index] ?? '')] as const,
  )
  return Object.fromEntries(answers.filter(([, answer]) => answer.length > 0))
}

function toQuestion(question: Question, given: string): string | string[] {
  const { options = [], multiSelect = false } = question
  const text = given.trim()
  if (/^\d+$/.test(text) && options.length > 0 && !options[Number(text) - 1])
    throw new UsageError(`'${question.question}' has ${options.length} options, no number ${text}`)
  const labelled = (word: string) =>
    options.find(({ label }) => label.toLowerCase() === word.toLowerCase())?.label
  const words = multiSelect ? text.split(',').map((word) => word.trim()) : [text]
  const labels = words.map((word) => labelled(word))
  if (labels.every((label) => label !== undefined))
    return multiSelect ? (labels as string[]) : (labels[0] as string)
  return chosen(text, question)
}

function toForm({ request }: ApprovalView, given: readonly string[]): AnswerApproval {
  const [word] = given
  if (given.length === 1 && word === 'decline') return { decision: 'deny' }
  if (given.length === 1 && word === 'cancel') return { decision: 'cancel' }
  if (given.length === 1 && word === 'accept') return { decision: 'answer' }
  const { properties, required } = isObject(request.requested_schema) ? request.requested_schema : {}
  const fields = isObject(properties) ? properties : {}
  const content = Object.fromEntries(given.map((pair) => toField(pair, fields)))
  const missing = (Array.isArray(required) ? required : []).filter((name) => !(String(name) in content))
  if (missing.length > 0) throw new UsageError(`Still needed: ${missing.join(', ')}`)
  return { decision: 'answer', answers: content }
}

function toField(pair: string, fields: JsonObject): [string, unknown] {
  const at = pair.indexOf('=')
  const name = at === -1 ? pair : pair.slice(0, at)
  const names = Object.keys(fields)
  if (at === -1 || !names.includes(name)) {
    const meant = nearest(name, [...names, 'accept', 'decline', 'cancel'])
    const advice = meant ? `did you mean ${meant}?` : `there are ${listed(names)}`
    throw new UsageError(
      at === -1 ? `'${pair}' is no NAME=VALUE; ${advice}` : `The form has no field '${name}'; ${advice}`,
    )
  }
  const field = fields[name] as Parameters<typeof fieldValue>[1]
  const value = fieldValue(pair.slice(at + 1), field)
  if (value !== undefined) return [name, value]
  const wanted = field.enum ? `one of ${field.enum.join(', ')}` : `a ${field.type ?? 'text'}`
  throw new UsageError(`${name}: ${wanted}, not '${pair.slice(at + 1)}'`)
}
