/** Questions with options: arrows, space for several, own words in the last row. */
import type { ApprovalView } from '../../../api/resources.ts'
import type { Question } from '../../../protocol/tools/inputs.ts'
import { answersOf, type Choice, questionsOf } from '../../../state/approvals/questions.ts'
import type { Key } from '../terminal/keys.ts'
import { at, decided, elsewhere } from './approval-step.ts'
import { type Step, step } from './command.ts'
import { edited, emptyEditor } from './editor.ts'
import type { ApprovalUi, QuestionStep, Ui, World } from './ui-state.ts'

export function questionKey(
  ui: Ui,
  view: ApprovalView,
  approval: ApprovalUi,
  now: QuestionStep,
  key: Key,
  world: World,
): Step {
  const questions = questionsOf(view.request)
  const question = questions[now.question]
  const options = question?.options ?? []
  const isOwn = now.at >= options.length
  const move = (by: number) =>
    at(ui, approval, { ...now, at: Math.max(0, Math.min(options.length, now.at + by)) })
  if (key.id === 'up') return move(-1)
  if (key.id === 'down') return move(1)
  if (key.id === 'enter') return next(ui, view, approval, chosen(now, question), world)
  if (key.id === 'left' && !isOwn) return at(ui, approval, back(now))
  if (isOwn) {
    const own = edited(now.own[now.question] ?? emptyEditor, key, true)
    if (own) return at(ui, approval, { ...now, own: now.own.with(now.question, own) })
    return elsewhere(ui, key, world)
  }
  if (key.id === ' ' && question?.multiSelect) return at(ui, approval, toggled(now))
  const direct = Number(key.id) - 1
  if (key.text !== '' && Number.isInteger(direct) && direct >= 0 && direct <= options.length) {
    const there = { ...now, at: direct }
    return at(ui, approval, question?.multiSelect && direct < options.length ? toggled(there) : there)
  }
  if (key.id === 'x')
    return decided(ui, view, { decision: 'deny', message: 'The user does not want to answer.' }, world)
  if (key.id === 's') return next(ui, view, approval, withPicked(now, []), world)
  return elsewhere(ui, key, world)
}

function withPicked(now: QuestionStep, picked: readonly number[]): QuestionStep {
  return { ...now, picked: now.picked.with(now.question, picked) }
}

function toggled(now: QuestionStep): QuestionStep {
  const picked = now.picked[now.question] ?? []
  const has = picked.includes(now.at)
  return withPicked(now, has ? picked.filter((it) => it !== now.at) : [...picked, now.at].sort())
}

/** Where the cursor is counts, unless several were marked. */
function chosen(now: QuestionStep, question: Question | undefined): QuestionStep {
  const picked = now.picked[now.question] ?? []
  const isOwn = now.at >= (question?.options ?? []).length
  if (question?.multiSelect && (picked.length > 0 || isOwn)) return now
  return withPicked(now, isOwn ? [] : [now.at])
}

function back(now: QuestionStep): QuestionStep {
  return now.question === 0 ? now : { ...now, question: now.question - 1, at: 0 }
}

function next(ui: Ui, view: ApprovalView, approval: ApprovalUi, now: QuestionStep, world: World): Step {
  const questions = questionsOf(view.request)
  if (now.question + 1 < questions.length)
    return at(ui, approval, { ...now, question: now.question + 1, at: 0 })
  const answers = answersOf(questions, choicesOf(questions, now))
  const sent = decided(ui, view, { decision: 'allow', answers }, world)
  // Not sent: the marks stay.
  return sent.commands.length > 0 ? sent : step({ ...sent.ui, approval: { ...approval, step: now } })
}

function choicesOf(questions: readonly Question[], now: QuestionStep): Choice[] {
  return questions.map(({ options }, index) => ({
    labels: (now.picked[index] ?? []).flatMap((place) => options[place]?.label ?? []),
    own: now.own[index]?.text ?? '',
  }))
}
