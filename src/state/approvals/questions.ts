/** The questions of AskUserQuestion, and the answers that people choose or type. */
import type { Question } from '../../protocol/tools/inputs.ts'
import { objectIn, objectsIn, textIn } from '../fields.ts'
import { inputOf, type RequestFields } from './request.ts'

export function questionsOf(request: RequestFields): readonly Question[] {
  return questionsIn(inputOf(request))
}

/** A question without a text, and an option without a label, cannot be answered: they are left out. */
export function questionsIn(input: unknown): readonly Question[] {
  return (objectsIn(objectIn(input)?.questions) ?? []).flatMap((asked) => {
    const question = textIn(asked.question)
    if (question === undefined) return []
    const header = textIn(asked.header)
    return [
      {
        question,
        ...(header !== undefined && { header }),
        options: (objectsIn(asked.options) ?? []).flatMap(optionIn),
        ...(typeof asked.multiSelect === 'boolean' && { multiSelect: asked.multiSelect }),
      },
    ]
  })
}

type Option = Question['options'][number]

function optionIn(option: { readonly [name: string]: unknown }): Option[] {
  const label = textIn(option.label)
  if (label === undefined) return []
  const description = textIn(option.description)
  const preview = textIn(option.preview)
  return [
    {
      label,
      ...(description !== undefined && { description }),
      ...(preview !== undefined && { preview }),
    },
  ]
}

/** What a person has chosen for one question. */
export interface Choice {
  readonly labels: readonly string[]
  /** An answer in the person's own words; empty: none. */
  readonly own: string
}
export const NO_CHOICE: Choice = { labels: [], own: '' }

export function isAnswered({ labels, own }: Choice): boolean {
  return labels.length > 0 || own.trim() !== ''
}

/** The answer to a question: a text, or a list where several are allowed. */
export type QuestionAnswer = string | string[]

/** By the question's text. A question without an answer is left out. */
export function answersOf(
  questions: readonly Question[],
  choices: readonly Choice[],
): { [question: string]: QuestionAnswer } {
  const answers = questions.flatMap(({ question, multiSelect = false }, index) => {
    const { labels, own } = choices[index] ?? NO_CHOICE
    const given = [...labels, ...(own.trim() === '' ? [] : [own.trim()])]
    const [first] = given
    if (first === undefined) return []
    return [[question, multiSelect ? given : first] as const]
  })
  return Object.fromEntries(answers)
}

export type TypedAnswer = { readonly choice: Choice } | { readonly problem: string }

/**
 * An answer as it is typed: the number of an option, its label in any case, or the person's own words; several with commas
 * where the question allows it. An empty text is no answer.
 */
export function readAnswer(question: Question, typed: string): TypedAnswer {
  const { options, multiSelect = false } = question
  const text = typed.trim()
  if (text === '') return { choice: NO_CHOICE }
  const whole = optionFor(text, options)
  if (whole !== undefined) return { choice: { labels: [whole], own: '' } }
  const words = multiSelect ? text.split(',').map((word) => word.trim()) : [text]
  const given = words.filter((word) => word !== '')
  const wrong = options.length > 0 && given.find((word) => isNumber(word) && !optionFor(word, options))
  if (wrong) {
    const count = `${options.length} ${options.length === 1 ? 'option' : 'options'}`
    return { problem: `'${question.question}' has ${count}, no number ${wrong}` }
  }
  const labels = given.flatMap((word) => optionFor(word, options) ?? [])
  if (labels.length === 0) return { choice: { labels: [], own: text } }
  const own = given.filter((word) => optionFor(word, options) === undefined).join(', ')
  return { choice: { labels: [...new Set(labels)], own } }
}

const isNumber = (word: string) => /^\d+$/.test(word)

function optionFor(word: string, options: readonly Option[]): string | undefined {
  const named = options.find(({ label }) => label.toLowerCase() === word.toLowerCase())
  return (named ?? (isNumber(word) ? options[Number(word) - 1] : undefined))?.label
}
