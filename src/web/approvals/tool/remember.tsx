import { useState } from 'react'
import { defaultSuggestions, describeRule, type Suggestion } from '../../../state/approvals/rules.ts'
import { Button } from '../../ui/button.tsx'
import { SubForm } from '../sub-form.tsx'

interface Props {
  suggestions: readonly Suggestion[]
  isPending: boolean
  onSend: (remember: number[]) => void
  onBack: () => void
}

/** Each rule that the CLI offers to remember, and where it would save it. The CLI remembers only what is checked here. */
export function Remember({ suggestions, isPending, onSend, onBack }: Props) {
  const [chosen, setChosen] = useState<readonly number[]>(() =>
    defaultSuggestions(suggestions).map(({ index }) => index),
  )
  const toggle = (index: number) =>
    setChosen(chosen.includes(index) ? chosen.filter((it) => it !== index) : [...chosen, index])
  return (
    <SubForm
      label="Allow and remember"
      onBack={onBack}
      onSubmit={() => onSend([...chosen].sort((a, b) => a - b))}
      submit={
        <Button autoFocus type="submit" kind="primary" shortcut="Enter" isPending={isPending}>
          {chosen.length === 0 ? 'Allow once' : 'Allow and remember'}
        </Button>
      }
    >
      <fieldset className="approval-rules">
        <legend>Remember</legend>
        {suggestions.map(({ index, update }) => {
          const { effect, place } = describeRule(update)
          return (
            <label key={index} className="approval-rule">
              <input type="checkbox" checked={chosen.includes(index)} onChange={() => toggle(index)} />
              <span>
                <span className="mono">{effect}</span>
                <span className="soft small">{place}</span>
              </span>
            </label>
          )
        })}
      </fieldset>
    </SubForm>
  )
}
