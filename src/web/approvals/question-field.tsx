import { useId, useState } from 'react'
import type { Question } from '../../protocol/tools/inputs.ts'
import { visible } from '../../state/unseen.ts'
import { type ChoiceInput, withLabel, withOther } from './choice-input.ts'
import { KeyHint } from './key-hint.tsx'

interface Props {
  question: Question
  input: ChoiceInput
  /** The options show the numbers that choose them. */
  hasKeys: boolean
  onChange: (input: ChoiceInput) => void
}

/** One question: its options, a text of one's own, and what an option would look like. */
export function QuestionField({ question, input, hasKeys, onChange }: Props) {
  const name = useId()
  const { header, options, multiSelect: isMulti = false } = question
  const [looked, setLooked] = useState<string>()
  const type = isMulti ? 'checkbox' : 'radio'
  const shown = options.find(({ label }) => label === (looked ?? input.labels.at(-1)))?.preview
  return (
    <fieldset className="question">
      <legend>
        {header && <span className="tag">{visible(header)}</span>} {visible(question.question)}
        {isMulti && <span className="soft small"> (several may be chosen)</span>}
      </legend>
      <div className="question-body">
        <div className="question-options">
          {options.map(({ label, description }, index) => (
            <label key={label} className="question-option" onMouseEnter={() => setLooked(label)}>
              <input
                type={type}
                name={name}
                checked={input.labels.includes(label)}
                onFocus={() => setLooked(label)}
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
              aria-label="Something else"
              checked={input.isOther}
              onChange={({ target }) => onChange(withOther(input, { isOther: target.checked }, isMulti))}
            />
            <input
              className="grow"
              value={input.other}
              placeholder="Something else…"
              aria-label={`${question.question} Something else`}
              onChange={({ target }) =>
                onChange(withOther(input, { other: target.value, isOther: target.value !== '' }, isMulti))
              }
            />
          </div>
        </div>
        {shown !== undefined && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
          <pre className="question-preview" tabIndex={0}>
            {visible(shown)}
          </pre>
        )}
      </div>
    </fieldset>
  )
}
