import type { Choice } from '../../state/approvals/questions.ts'

export interface ChoiceInput {
  readonly labels: readonly string[]
  /** The user's own answer. It stays in the field while `isOther` is off, but does not count. */
  readonly other: string
  readonly isOther: boolean
}
export const NO_INPUT: ChoiceInput = { labels: [], other: '', isOther: false }

export function choiceOf({ labels, other, isOther }: ChoiceInput): Choice {
  return { labels, own: isOther ? other : '' }
}

/** Replaces the chosen label, or toggles one of several. */
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
