/** The questions of AskUserQuestion, and what a person has chosen so far. */
import type { Question } from '../../protocol/tools/inputs.ts'
import { objectsIn, textIn } from '../../state/fields.ts'
import { inputOf, type Request } from './request.ts'

export interface Choice {
  readonly labels: readonly string[]
  /** A text of one's own; counts while `isOther`. */
  readonly other: string
  readonly isOther: boolean
}
export const noChoice: Choice = { labels: [], other: '', isOther: false }

export function questionsIn(request: Request): readonly Question[] {
  return (objectsIn(inputOf(request).questions) ?? []).map((it) => {
    const header = textIn(it.header)
    return {
      question: textIn(it.question) ?? '',
      ...(header !== undefined && { header }),
      options: (objectsIn(it.options) ?? []).map((option) => {
        const description = textIn(option.description)
        const preview = textIn(option.preview)
        return {
          label: textIn(option.label) ?? '',
          ...(description !== undefined && { description }),
          ...(preview !== undefined && { preview }),
        }
      }),
      multiSelect: it.multiSelect === true,
    }
  })
}

export function isAnswered({ labels, other, isOther }: Choice): boolean {
  return labels.length > 0 || (isOther && other.trim() !== '')
}

/** Another label of the question: in place of the one before, or beside it. */
export function chosen(choice: Choice, label: string, isMulti: boolean): Choice {
  if (!isMulti) return { ...choice, labels: [label], isOther: false }
  const labels = choice.labels.includes(label)
    ? choice.labels.filter((it) => it !== label)
    : [...choice.labels, label]
  return { ...choice, labels }
}

export function withOther(choice: Choice, other: Partial<Choice>, isMulti: boolean): Choice {
  const after = { ...choice, ...other }
  return after.isOther && !isMulti ? { ...after, labels: [] } : after
}

export function answersOf(
  questions: readonly Question[],
  choices: readonly Choice[],
): Record<string, string | string[]> {
  return Object.fromEntries(
    questions.map(({ question, multiSelect }, index) => {
      const { labels, other, isOther } = choices[index] ?? noChoice
      const all = [...labels, ...(isOther && other.trim() ? [other.trim()] : [])]
      return [question, multiSelect ? all : (all[0] ?? '')]
    }),
  )
}
