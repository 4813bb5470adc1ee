import { ownValue } from '../../../protocol/json.ts'
import { answerText } from '../../../state/export/wording.ts'
import { textIn, textsIn } from '../../../state/fields.ts'
import type { QuestionItem } from '../../../state/transcript/items.ts'
import { ChosenIcon, IdleIcon } from '../../ui/icons.ts'
import { callOf } from '../call.ts'
import { ErrorText } from '../tools/plain.tsx'
import { ToolCard } from '../tools/tool-card.tsx'

export function Question({ item }: { item: QuestionItem }) {
  const call = callOf(item)
  const response = textIn(call.input.response)
  return (
    <ToolCard
      call={call}
      title={item.questions.length > 1 ? 'Questions' : 'Question'}
      startsOpen={item.status !== 'running'}
    >
      {() => (
        <>
          {item.questions.map(({ question, header, options }) => (
            <div key={question} className="question">
              <p>
                {header && <span className="tag">{header}</span>} <strong>{question}</strong>
              </p>
              <Options options={options} answer={item.answers && ownValue(item.answers, question)} />
            </div>
          ))}
          {response && <p>Own answer: {response}</p>}
          {!item.answers && <ErrorText call={call} />}
        </>
      )}
    </ToolCard>
  )
}

interface OptionsProps {
  options: QuestionItem['questions'][number]['options']
  answer: unknown
}

function Options({ options, answer }: OptionsProps) {
  if (answer === undefined)
    return <p className="soft small">{options.map(({ label }) => label).join(' · ')}</p>
  const chosen = typeof answer === 'string' ? [answer, ...answer.split(', ')] : (textsIn(answer) ?? [])
  const isListed = options.some(({ label }) => chosen.includes(label))
  return (
    <ul className="options">
      {options.map(({ label, description }) => {
        const isChosen = chosen.includes(label)
        return (
          <li key={label} data-chosen={isChosen}>
            {isChosen ? <ChosenIcon /> : <IdleIcon />}
            {isChosen && <span className="unseen">chosen: </span>}
            {label} {description && <span className="soft small">{description}</span>}
          </li>
        )
      })}
      {!isListed && (
        <li data-chosen="true">
          <ChosenIcon />
          {answerText(answer)}
        </li>
      )}
    </ul>
  )
}
