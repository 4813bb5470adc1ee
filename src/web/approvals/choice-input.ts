/** What a person has ticked and typed for one question so far. */
import type { Choice } from '../../state/approvals/questions.ts'

export interface ChoiceInput {
  readonly labels: readonly string[]
  /** The person's own words. They stay in the field while `isOther` is off, and do not count. */
  readonly other: string
  readonly isOther: boolean
}
export const NO_INPUT: ChoiceInput = { labels: [], other: '', isOther: false }

export function choiceOf({ labels, other, isOther }: ChoiceInput): Choice {
  return { labels, own: isOther ? other : '' }
}

/** With another label: in place of the one before, or beside it. */
export function withLabel(input: ChoiceInput, label: string, isMulti: boolean): ChoiceInput {
  if (!isMulti) return { ...input, labels: [label], isOther: false }
  const labels = input.labels.includes(label)
    ? input.labels.filter((it) => it !== label)
    : [...input.labels, label]
  return { ...input, labels }
}

export function withOther(input: ChoiceInput, other: Partial<ChoiceInput>, isMulti: boolean): ChoiceInput {
  const after = { ...input, ...other }
  return after.isOther && !isMulti ? { ...after, labels: [] } : after
}
