/** Allow and remember: the rules, for whom they count, and the settings file before and after, before anything is saved. */
import { useState } from 'react'
import type { JsonObject } from '../../../protocol/json.ts'
import type { PermissionUpdate } from '../../../protocol/permissions.ts'
import { describeRule, type Suggestion } from '../../../state/approvals/rules.ts'
import {
  allowRules,
  offeredRules,
  parseRule,
  RULE_FILES,
  RULE_PLACES,
  type RulePlace,
} from '../../../state/approvals/saved-rules.ts'
import type { ApprovalView } from '../../../state/approvals/view.ts'
import { visible } from '../../../state/unseen.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PolicyIcon } from '../../ui/icons.ts'
import { keyName } from '../../ui/kbd.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { SubForm } from '../sub-form.tsx'
import { SettingsChange } from './settings-change.tsx'
import './remember.css'

interface Props {
  request: ApprovalView
  suggestions: readonly Suggestion[]
  isPending: boolean
  onSend: (remember: (number | JsonObject | PermissionUpdate)[]) => void
  onBack: () => void
}

interface RuleInput {
  readonly text: string
  readonly isChosen: boolean
}

export function Remember({ request, suggestions, isPending, onSend, onBack }: Props) {
  const [offered] = useState(() => offeredRules(suggestions))
  const [inputs, setInputs] = useState<readonly RuleInput[]>(() =>
    offered.rules.map((text) => ({ text, isChosen: true })),
  )
  const [place, setPlace] = useState<RulePlace>(offered.place)
  const others = suggestions.filter(({ update }) => update.type !== 'addRules' || update.behavior !== 'allow')
  const [chosen, setChosen] = useState<readonly number[]>(() =>
    offered.rules.length > 0
      ? others.filter(({ update }) => update.type !== 'setMode').map(({ index }) => index)
      : others.map(({ index }) => index),
  )
  const wanted = inputs.filter(({ isChosen }) => isChosen)
  const rules = wanted.map(({ text }) => parseRule(text))
  const known = rules.filter((it) => it !== undefined)
  const isWrong = known.length < rules.length
  const isAsOffered =
    place === offered.place &&
    inputs.every(({ text, isChosen }, at) => isChosen && text === offered.rules[at])
  const send = () => {
    if (isWrong || isPending) return
    const own = suggestions.filter((it) => !others.includes(it)).map(({ index }) => index)
    const saved = isAsOffered ? own : known.length > 0 ? [allowRules(known, place)] : []
    onSend([...saved, ...chosen].sort((a, b) => Number(a) - Number(b)))
  }
  const isNothing = known.length === 0 && chosen.length === 0
  return (
    <SubForm label="Allow and remember" onBack={onBack} onSubmit={send}>
      <div className="remember">
        <header className="remember-head">
          <PolicyIcon />
          <strong className="grow">Allow and remember</strong>
          <Button kind="quiet" size="small" shortcut="Esc" onClick={onBack}>
            Cancel
          </Button>
          <Button
            autoFocus
            type="submit"
            size="small"
            shortcut={keyName('Mod+Enter')}
            disabled={isWrong}
            isPending={isPending}
          >
            {isNothing
              ? 'Allow once'
              : place === 'session'
                ? 'Allow for this session'
                : 'Allow and save rule'}
          </Button>
        </header>
        <div className="remember-body">
          <div className="stack">
            {inputs.map((input, index) => (
              <RuleField
                // biome-ignore lint/suspicious/noArrayIndexKey: the rules of a request never change their order
                key={index}
                input={input}
                name={inputs.length > 1 ? `Rule ${index + 1}` : 'Rule'}
                canSkip={inputs.length > 1}
                onChange={(next) => setInputs(inputs.with(index, next))}
              />
            ))}
            {inputs.length > 0 && (
              <RadioGroup
                label="Where"
                options={RULE_PLACES.map(({ place: value, name }) => ({ value, name }))}
                value={place}
                onChoose={setPlace}
              />
            )}
            {others.length > 0 && (
              <fieldset className="remember-others stack">
                <legend>{inputs.length > 0 ? 'Also' : 'Remember'}</legend>
                {others.map(({ index, update }) => {
                  const { effect, place: where } = describeRule(update)
                  return (
                    <Checkbox
                      key={index}
                      checked={chosen.includes(index)}
                      onChange={(isOn) =>
                        setChosen(isOn ? [...chosen, index] : chosen.filter((it) => it !== index))
                      }
                    >
                      <span>
                        {effect} <span className="soft">({where})</span>
                      </span>
                    </Checkbox>
                  )
                })}
              </fieldset>
            )}
          </div>
          {place !== 'session' && known.length > 0 ? (
            <SettingsChange session={request.session} path={RULE_FILES[place]} rules={known} />
          ) : (
            <p className="soft">Nothing is saved: this ends with the process of the session.</p>
          )}
        </div>
      </div>
    </SubForm>
  )
}

interface RuleFieldProps {
  input: RuleInput
  name: string
  canSkip: boolean
  onChange: (input: RuleInput) => void
}

function RuleField({ input, name, canSkip, onChange }: RuleFieldProps) {
  const { text, isChosen } = input
  const isWrong = isChosen && parseRule(text) === undefined
  return (
    <div className="field">
      <span className="row">
        {canSkip && (
          <input
            type="checkbox"
            aria-label={`Remember ${name}`}
            checked={isChosen}
            onChange={({ target }) => onChange({ ...input, isChosen: target.checked })}
          />
        )}
        <span>{name}</span>
      </span>
      <input
        className="mono"
        aria-label={name}
        aria-invalid={isWrong}
        spellCheck={false}
        disabled={!isChosen}
        value={text}
        onChange={({ target }) => onChange({ ...input, text: target.value })}
      />
      {visible(text) !== text && <span className="soft">It reads {visible(text)}</span>}
      {isWrong && (
        <span className="form-problem" role="alert">
          A rule is a tool, or a tool with a pattern: Bash(npm test:*)
        </span>
      )}
    </div>
  )
}
