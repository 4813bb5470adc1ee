/** AskUserQuestion as a form. Number keys choose an option of the first unanswered question. */
import { useId, useState } from 'react'
import type { Question } from '../../protocol/tools/inputs.ts'
import { answersOf, isAnswered, questionsOf } from '../../state/approvals/questions.ts'
import { visible } from '../../state/unseen.ts'
import { KeyHint } from '../ui/kbd.tsx'
import { Tag } from '../ui/tag.tsx'
import { ApprovalActions } from './approval-actions.tsx'
import type { BodyProps } from './approval-card.tsx'
import { type ChoiceInput, choiceOf, NO_INPUT, withLabel, withOther } from './choice-input.ts'
import { DenyForm, SubForm } from './sub-form.tsx'

export function QuestionBody({ request, hasKeys, answering }: BodyProps) {
  const { run } = answering
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
  const { options = [], multiSelect = false } = questions[current] ?? {}
  if (isRefusing)
    return (
      <DenyForm
        label="Message to the model"
        placeholder="What to do instead of an answer (optional)"
        submit="Skip question"
        answering={answering}
        onBack={() => setRefusing(false)}
      />
    )
  return (
    <SubForm label="Questions" onSubmit={send}>
      <div className="approval-step">
        {questions.map((question, index) => (
          <QuestionField
            // biome-ignore lint/suspicious/noArrayIndexKey: the questions of a request never change
            key={index}
            question={question}
            input={inputs[index] ?? NO_INPUT}
            hasKeys={hasKeys && index === current}
            onChange={(input) => change(index, input)}
            isOnly={questions.length === 1}
          />
        ))}
      </div>
      <ApprovalActions
        name="Question"
        hasKeys={hasKeys}
        answering={answering}
        otherKeys={options.slice(0, 9).map(({ label }, index) => ({
          key: String(index + 1),
          does: `choose ${label}`,
          run: () => change(current, withLabel(inputs[current] ?? NO_INPUT, label, multiSelect)),
        }))}
        actions={[
          {
            label: questions.length === 1 ? 'Send answer' : 'Send answers',
            key: 'y',
            does: 'send the answers',
            run: send,
            isDisabled: !isComplete,
            isSubmit: true,
          },
          {
            label: 'Skip…',
            key: 'n',
            does: 'do not answer, with a message',
            run: () => setRefusing(true),
            isNo: true,
          },
        ]}
      />
    </SubForm>
  )
}

interface Props {
  question: Question
  input: ChoiceInput
  /** Whether the options show the number keys that choose them. */
  hasKeys: boolean
  /** The head of the card has the question already. */
  isOnly: boolean
  onChange: (input: ChoiceInput) => void
}

function QuestionField({ question, input, hasKeys, isOnly, onChange }: Props) {
  const name = useId()
  const { header, options, multiSelect: isMulti = false } = question
  const [previewed, setPreviewed] = useState<string>()
  const type = isMulti ? 'checkbox' : 'radio'
  const shown = options.find(({ label }) => label === (previewed ?? input.labels.at(-1)))?.preview
  return (
    <fieldset className="approval-question">
      <legend>
        {header && <Tag>{visible(header)}</Tag>}
        <span className={isOnly ? 'unseen' : undefined}>{visible(question.question)}</span>
        {isMulti && <span className="soft">Choose any number</span>}
      </legend>
      <div className="question-body">
        <div className="question-options">
          {options.map(({ label, description }, index) => (
            <label key={label} className="question-option" onMouseEnter={() => setPreviewed(label)}>
              <input
                type={type}
                name={name}
                checked={input.labels.includes(label)}
                onFocus={() => setPreviewed(label)}
                onChange={() => onChange(withLabel(input, label, isMulti))}
              />
              <span className="grow">
                <strong>{visible(label)}</strong>
                {description && <span className="soft small">{visible(description)}</span>}
              </span>
              {hasKeys && index < 9 && <KeyHint name={String(index + 1)} />}
            </label>
          ))}
          <div className="question-option">
            <input
              type={type}
              name={name}
              aria-label="Other answer"
              checked={input.isOther}
              onChange={({ target }) => onChange(withOther(input, { isOther: target.checked }, isMulti))}
            />
            <input
              className="grow"
              value={input.other}
              placeholder="Other answer…"
              aria-label={`${question.question} Other answer`}
              onChange={({ target }) =>
                onChange(withOther(input, { other: target.value, isOther: target.value !== '' }, isMulti))
              }
            />
          </div>
        </div>
        {shown !== undefined && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls
          <pre className="question-preview" tabIndex={0}>
            {visible(shown)}
          </pre>
        )}
      </div>
    </fieldset>
  )
}
