import type { Question } from '../../../protocol/tools/inputs.ts'
import { answersOf, type Choice, questionsOf } from '../../../state/approvals/questions.ts'

import { at, decided, type KeyPress, otherKey } from './approval-step.ts'
import { type Step, step } from './command.ts'
import { edited, emptyEditor } from './editor.ts'
import type { QuestionStep } from './ui-state.ts'

export function questionKey(press: KeyPress, now: QuestionStep): Step {
  const { view, key } = press
  const questions = questionsOf(view.request)
  const question = questions[now.question]
  const options = question?.options ?? []
  const isOwn = now.at >= options.length
  const move = (by: number) => at(press, { ...now, at: Math.max(0, Math.min(options.length, now.at + by)) })
  if (key.id === 'up') return move(-1)
  if (key.id === 'down') return move(1)
  if (key.id === 'enter') return next(press, chosen(now, question))
  if (key.id === 'left' && !isOwn)
    return at(press, now.question === 0 ? now : { ...now, question: now.question - 1, at: 0 })
  if (isOwn) {
    const own = edited(now.own[now.question] ?? emptyEditor, key, true)
    return own ? at(press, { ...now, own: now.own.with(now.question, own) }) : otherKey(press)
  }
  if (key.id === ' ' && question?.multiSelect) return at(press, toggled(now))
  const direct = Number(key.id) - 1
  if (key.text !== '' && Number.isInteger(direct) && direct >= 0 && direct <= options.length) {
    const there = { ...now, at: direct }
    return at(press, question?.multiSelect && direct < options.length ? toggled(there) : there)
  }
  if (key.id === 'x')
    return decided(press, { decision: 'deny', message: 'The user does not want to answer.' })
  if (key.id === 's') return next(press, withPicked(now, []))
  return otherKey(press)
}

function withPicked(now: QuestionStep, picked: readonly number[]): QuestionStep {
  return { ...now, picked: now.picked.with(now.question, picked) }
}

function toggled(now: QuestionStep): QuestionStep {
  const picked = now.picked[now.question] ?? []
  const has = picked.includes(now.at)
  return withPicked(now, has ? picked.filter((it) => it !== now.at) : [...picked, now.at].sort())
}

/** Picks the option under the cursor, unless several were marked. */
function chosen(now: QuestionStep, question: Question | undefined): QuestionStep {
  const picked = now.picked[now.question] ?? []
  const isOwn = now.at >= (question?.options ?? []).length
  if (question?.multiSelect && (picked.length > 0 || isOwn)) return now
  return withPicked(now, isOwn ? [] : [now.at])
}

function next(press: KeyPress, now: QuestionStep): Step {
  const { view, approval } = press
  const questions = questionsOf(view.request)
  if (now.question + 1 < questions.length) return at(press, { ...now, question: now.question + 1, at: 0 })
  const answers = answersOf(questions, choicesOf(questions, now))
  const sent = decided(press, { decision: 'allow', answers })
  // If nothing was sent, the marks stay.
  return sent.commands.length > 0 ? sent : step({ ...sent.ui, approval: { ...approval, step: now } })
}

function choicesOf(questions: readonly Question[], now: QuestionStep): Choice[] {
  return questions.map(({ options }, index) => ({
    labels: (now.picked[index] ?? []).flatMap((place) => options[place]?.label ?? []),
    own: now.own[index]?.text ?? '',
  }))
}
