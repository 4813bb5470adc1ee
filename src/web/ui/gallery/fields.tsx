import { useState } from 'react'
import { Checkbox } from '../checkbox.tsx'
import { Choice } from '../choice.tsx'
import { Field, Input, Textarea } from '../field.tsx'
import { RadioGroup } from '../radio-group.tsx'
import { Select } from '../select.tsx'
import { Switch } from '../switch.tsx'
import { Tabs } from '../tabs.tsx'

const MODES = [
  { value: 'ask', name: 'Ask first' },
  { value: 'edits', name: 'Accept edits' },
  { value: 'plan', name: 'Plan only' },
] as const
type Mode = (typeof MODES)[number]['value']

export function Fields() {
  const [text, setText] = useState('')
  const [isOn, setOn] = useState(true)
  const [mode, setMode] = useState<Mode>('ask')
  return (
    <>
      <section className="card gallery-box">
        <h2>Fields</h2>
        <Field label="Title" hint="Shown in the list and on the board.">
          {(control) => (
            <Input {...control} value={text} placeholder="What is the session about?" onText={setText} />
          )}
        </Field>
        <Field label="Branch" error="A branch name can’t contain spaces.">
          {(control) => <Input {...control} className="mono" value="fairlead/gift cards" onText={() => {}} />}
        </Field>
        <Field label="Message">
          {(control) => <Textarea {...control} rows={3} value={text} onText={setText} />}
        </Field>
        <Input aria-label="Disabled" value="Disabled" disabled onText={() => {}} />
        <div className="row wrap">
          <Checkbox checked={isOn} onChange={setOn}>
            Own worktree
          </Checkbox>
          <Checkbox checked={false} disabled onChange={() => {}}>
            Disabled
          </Checkbox>
          <Switch checked={isOn} onChange={setOn}>
            Notifications
          </Switch>
        </div>
      </section>
      <section className="card gallery-box">
        <h2>One of several</h2>
        <Select aria-label="Permission mode" options={MODES} value={mode} onChoose={setMode} />
        <Select aria-label="Small" size="small" options={MODES} value={mode} onChoose={setMode} />
        <Select aria-label="Disabled" options={MODES} value={mode} disabled onChoose={setMode} />
        <Choice
          label="Segmented"
          options={MODES.map(({ value, name }) => [value, name] as const)}
          value={mode}
          onChoose={setMode}
        />
        <RadioGroup
          label="Remember for"
          options={MODES.map((option) => ({ ...option, about: 'A line about the option.' }))}
          value={mode}
          onChoose={setMode}
        />
        <Tabs
          label="Parts"
          tabs={MODES.map((tab, index) => ({ ...tab, ...(index === 1 && { count: 3 }) }))}
          value={mode}
          onChoose={setMode}
        >
          <p>The panel of {mode}.</p>
        </Tabs>
      </section>
    </>
  )
}
