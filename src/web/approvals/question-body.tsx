/** AskUserQuestion as a form. Numbers choose in the first question that has no answer yet. */
import { useState } from 'react'
import { answersOf, isAnswered, questionsOf } from '../../state/approvals/questions.ts'
import type { BodyProps } from './approval-card.tsx'
import { useApprovalKeys } from './approval-keys.ts'
import { type ChoiceInput, choiceOf, NO_INPUT, withLabel } from './choice-input.ts'
import { KeyButton } from './key-button.tsx'
import { MessageForm } from './message-form.tsx'
import { QuestionField } from './question-field.tsx'
import { SubForm } from './sub-form.tsx'

export function QuestionBody({ request, hasKeys, answering: { run, isPending } }: BodyProps) {
  const questions = questionsOf(request.request)
  const [inputs, setInputs] = useState<readonly ChoiceInput[]>(() => questions.map(() => NO_INPUT))
  const choices = inputs.map(choiceOf)
  const [isRefusing, setRefusing] = useState(false)
  const isComplete = choices.every(isAnswered)
  const open = choices.findIndex((it) => !isAnswered(it))
  const current = open === -1 ? questions.length - 1 : open
  const change = (index: number, input: ChoiceInput) => setInputs(inputs.with(index, input))
  const send = () => {
    if (isComplete) void run({ decision: 'allow', answers: answersOf(questions, choices) })
  }
  const pick = (index: number) => {
    const question = questions[current]
    const option = question?.options[index]
    if (option)
      change(current, withLabel(inputs[current] ?? NO_INPUT, option.label, question.multiSelect === true))
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
          input={inputs[index] ?? NO_INPUT}
          hasKeys={hasKeys && index === current}
          onChange={(input) => change(index, input)}
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
