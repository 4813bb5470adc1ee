/** AskUserQuestion as a form. Numbers choose in the first question that has no answer yet. */
import { useState } from 'react'
import type { BodyProps } from './approval-card.tsx'
import { useApprovalKeys } from './approval-keys.ts'
import { KeyButton } from './key-button.tsx'
import { MessageForm } from './message-form.tsx'
import { QuestionField } from './question-field.tsx'
import { answersOf, type Choice, chosen, isAnswered, noChoice, questionsIn } from './questions.ts'
import { SubForm } from './sub-form.tsx'

export function QuestionBody({ request, hasKeys, answering: { run, isPending } }: BodyProps) {
  const questions = questionsIn(request)
  const [choices, setChoices] = useState<readonly Choice[]>(() => questions.map(() => noChoice))
  const [isRefusing, setRefusing] = useState(false)
  const isComplete = choices.every(isAnswered)
  const open = choices.findIndex((it) => !isAnswered(it))
  const current = open === -1 ? questions.length - 1 : open
  const change = (index: number, choice: Choice) => setChoices(choices.with(index, choice))
  const send = () => {
    if (isComplete) void run({ decision: 'answer', answers: answersOf(questions, choices) })
  }
  const pick = (index: number) => {
    const question = questions[current]
    const option = question?.options[index]
    if (option)
      change(current, chosen(choices[current] ?? noChoice, option.label, question.multiSelect === true))
  }
  const options = questions[current]?.options.slice(0, 9) ?? []
  useApprovalKeys('Question', hasKeys && !isRefusing && !isPending, [
    ...options.map(({ label }, index) => ({
      key: String(index + 1),
      does: `choose ${label}`,
      run: () => pick(index),
    })),
    { key: 'y', does: 'send the answers', run: send },
    { key: 'n', does: 'do not answer, with a message', run: () => setRefusing(true) },
  ])
  if (isRefusing)
    return (
      <MessageForm
        label="What to do instead, for the model"
        placeholder="Say something else instead of an answer (may be left empty)"
        send="Do not answer"
        isPending={isPending}
        onBack={() => setRefusing(false)}
        onSend={(message) => void run({ decision: 'deny', ...(message.trim() && { message }) })}
      />
    )
  return (
    <SubForm label="Questions" onSubmit={send}>
      {questions.map((question, index) => (
        <QuestionField
          // biome-ignore lint/suspicious/noArrayIndexKey: the questions of a request never change
          key={index}
          question={question}
          choice={choices[index] ?? noChoice}
          hasKeys={hasKeys && index === current}
          onChange={(choice) => change(index, choice)}
        />
      ))}
      <div className="approval-actions">
        <KeyButton
          type="submit"
          kind="main"
          shortcut={hasKeys && 'y'}
          disabled={!isComplete}
          isPending={isPending}
        >
          Send the answers
        </KeyButton>
        <KeyButton shortcut={hasKeys && 'n'} disabled={isPending} onClick={() => setRefusing(true)}>
          Do not answer…
        </KeyButton>
      </div>
    </SubForm>
  )
}
