import type { ApprovalView } from '../../api/resources.ts'
import type { JsonObject } from '../../protocol/json.ts'
import { nearest } from '../../protocol/nearest.ts'
import type { PermissionMode } from '../../protocol/permissions.ts'
import type { Question } from '../../protocol/tools/inputs.ts'
import { type Form, formOf } from '../../state/approvals/form.ts'
import { answersOf, questionsOf, readAnswer } from '../../state/approvals/questions.ts'
import { describeField, readForm } from '../../state/approvals/read-form.ts'
import type { ApprovalDecision } from '../../state/approvals/to-wire.ts'
import { listed, oneOf, UsageError } from '../command-line.ts'

export function decisionFor(
  { kind, request }: Pick<ApprovalView, 'kind' | 'request'>,
  given: readonly string[],
  mode?: PermissionMode,
): ApprovalDecision {
  switch (kind) {
    case 'question':
      return { decision: 'allow', answers: toQuestions(questionsOf(request), given) }
    case 'elicitation':
      return toForm(formOf(request), given)
    case 'dialog':
      throw new UsageError('A dialog can only be answered in the console')
    case 'plan':
      return toYesOrNo('A plan', given, mode)
    case 'tool':
      return toYesOrNo('A tool', given, mode)
    default:
      return unknownKind(kind)
  }
}

/** The compiler accepts this only if there is a case for each kind. A newer host may still send another. */
function unknownKind(kind: never): never {
  throw new UsageError(
    `This version of the command cannot answer approvals of the kind '${kind}': use the console`,
  )
}

function toYesOrNo(
  what: string,
  given: readonly string[],
  mode: PermissionMode | undefined,
): ApprovalDecision {
  const [word = '', ...message] = given
  const says = oneOf(what, word, ['yes', 'no'])
  if (says === 'no') return { decision: 'deny', ...(message.length > 0 && { message: message.join(' ') }) }
  if (message[0] !== undefined) throw new UsageError(`'${message[0]}' is an unexpected argument`)
  return { decision: 'allow', ...(mode !== undefined && { mode }) }
}

/** What the answer should look like, in one sentence. */
export function answerUsage({ kind, request }: Pick<ApprovalView, 'kind' | 'request'>): string {
  const { length } = questionsOf(request)
  switch (kind) {
    case 'question':
      return `Give ${length === 1 ? 'an answer' : `${length} answers, in order`}: a number, an option's text or your own words`
    case 'elicitation':
      return 'Give NAME=VALUE for each field, or decline, or cancel'
    case 'tool':
    case 'plan':
      return 'Say yes or no'
    case 'dialog':
      return 'A dialog can only be answered in the console'
    default:
      return unknownKind(kind)
  }
}

function toQuestions(questions: readonly Question[], given: readonly string[]): JsonObject {
  const extra = given[questions.length]
  if (extra !== undefined)
    throw new UsageError(`'${extra}' is one answer too many: there are ${questions.length} questions`)
  if (given.length < questions.length)
    throw new UsageError(`There are ${questions.length} questions and ${given.length} answers; '' skips one`)
  const choices = questions.map((question, index) => {
    const read = readAnswer(question, given[index] ?? '')
    if ('problem' in read) throw new UsageError(read.problem)
    return read.choice
  })
  return answersOf(questions, choices)
}

function toForm(form: Form, given: readonly string[]): ApprovalDecision {
  const [word] = given
  if (given.length === 1 && word === 'decline') return { decision: 'deny' }
  if (given.length === 1 && word === 'cancel') return { decision: 'cancel' }
  if (given.length === 1 && word === 'accept') return { decision: 'allow' }
  const values = Object.fromEntries(given.map((pair) => toPair(pair, form)))
  const { content, problems } = readForm(form, values)
  const missing = [...problems.keys()].filter((name) => !Object.hasOwn(values, name))
  for (const [name, problem] of problems) {
    const field = form.fields.find((it) => it.name === name)
    if (field && !missing.includes(name))
      throw new UsageError(`${name}: ${problem} It takes ${describeField(field)}.`)
  }
  if (missing.length > 0) throw new UsageError(`Still needed: ${missing.join(', ')}`)
  return { decision: 'allow', answers: content }
}

function toPair(pair: string, { fields }: Form): [name: string, text: string] {
  const at = pair.indexOf('=')
  const name = at === -1 ? pair : pair.slice(0, at)
  const names = fields.map((field) => field.name)
  if (at !== -1 && names.includes(name)) return [name, pair.slice(at + 1)]
  const meant = nearest(name, [...names, 'accept', 'decline', 'cancel'])
  const advice = meant ? `did you mean ${meant}?` : `there are ${listed(names)}`
  throw new UsageError(
    at === -1 ? `'${pair}' is no NAME=VALUE; ${advice}` : `The form has no field '${name}'; ${advice}`,
  )
}
