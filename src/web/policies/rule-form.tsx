/** Changes the list of rules; they take effect when the list is saved. */
import { type ReactNode, useState } from 'react'
import type { PolicyRule, SessionSummary } from '../../api/resources.ts'
import { useLive } from '../store/use-live.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Choice } from '../ui/choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Select, type SelectOption } from '../ui/select.tsx'
import { EFFECTS, type Effect, type Fields, fieldsOf, freeName, problemsOf, ruleOf } from './rules.ts'

interface Props {
  /** Undefined for a new one. */
  rule: PolicyRule | undefined
  others: readonly PolicyRule[]
  onDone: (rule: PolicyRule) => void
  onClose: () => void
}

const EFFECT_WORDS: Readonly<Record<Effect, string>> = {
  deny: 'The tool does not run, in any permission mode. The agent is told the note.',
  ask: 'A person is asked, whatever the permission mode.',
  allow: 'It runs without asking. What only a person may answer (questions, plans) is still asked.',
}

export function RuleForm({ rule, others, onDone, onClose }: Props) {
  const { sessions = [] } = useLive()
  const [fields, setFields] = useState(() => fieldsOf(rule))
  const [isTried, setTried] = useState(false)
  const named = fields.id.trim()
    ? fields
    : { ...fields, id: freeName(`${fields.effect} ${fields.tool || 'all'}`, others) }
  const wanted = ruleOf(named)
  const problems = problemsOf(wanted, others)
  const set = (change: Partial<Fields>) => setFields({ ...fields, ...change })
  const text = (name: Exclude<keyof Fields, 'effect' | 'enabled'>) => ({
    value: fields[name],
    error: isTried ? problems[name] : undefined,
    onChange: (value: string) => set({ [name]: value }),
  })
  return (
    <Dialog title={rule ? `Rule ${rule.id}` : 'New rule'} onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (Object.keys(problems).length === 0) onDone(wanted)
        }}
      >
        <div>
          <Choice<Effect>
            label="Effect"
            options={EFFECTS}
            value={fields.effect}
            onChoose={(effect) => set({ effect })}
          />
          <p className="soft small">{EFFECT_WORDS[fields.effect]}</p>
        </div>
        <div className="policy-fields">
          <Text
            {...text('tool')}
            label="Tool"
            placeholder="all"
            hint="Bash, Edit, mcp__db__*; * is any text"
          />
          <Text {...text('command')} label="Command" placeholder="any" hint={commandHint(fields.effect)} />
          <Text
            {...text('path')}
            label="Path"
            placeholder="any"
            hint="Of the file: src/**, /etc/**. * stays within a folder, ** does not; relative to the session's folder"
          />
          <Text
            {...text('source')}
            label="Source of the MCP server"
            placeholder={fields.effect === 'allow' ? 'tools of the CLI itself only' : 'any'}
            hint="In the CLI's words: user, project, local, plugin:name"
          />
          <Text
            {...text('folder')}
            label="Folder"
            placeholder="everywhere"
            hint="Only in this one and below"
          />
          <Field label="Session">
            {(control) => (
              <Select
                {...control}
                options={sessionOptions(sessions, fields.session)}
                value={fields.session}
                onChoose={(session) => set({ session })}
              />
            )}
          </Field>
        </div>
        <Text {...text('note')} label="Note" hint="Why; the agent is told it when it is denied" />
        <div className="policy-fields">
          <Text {...text('id')} label="Name" placeholder={named.id} hint="Shown where the rule decides" />
        </div>
        <Checkbox checked={fields.enabled} onChange={(enabled) => set({ enabled })}>
          In use
        </Checkbox>
        <div className="row">
          <Button type="submit" kind="primary">
            {rule ? 'Take over' : 'Add to the list'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <span className="soft small">Holds when the list is saved.</span>
        </div>
      </form>
    </Dialog>
  )
}

function sessionOptions(sessions: readonly SessionSummary[], chosen: string): SelectOption<string>[] {
  const known = sessions.map(({ id, title }) => ({
    value: id,
    name: `${title || 'Untitled'} (${id.slice(0, 8)})`,
  }))
  const deleted = chosen && !sessions.some(({ id }) => id === chosen)
  return [
    { value: '', name: 'all' },
    ...(deleted ? [{ value: chosen, name: `deleted (${chosen})` }] : []),
    ...known,
  ]
}

function commandHint(effect: Effect): string {
  return effect === 'allow'
    ? 'Of Bash: npm test*. Every part of a line must match, and $(…) is never allowed'
    : 'Of Bash: rm *. One matching part of a line (a && b) is enough'
}

interface TextProps {
  label: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
  hint: ReactNode
  placeholder?: string
}

function Text({ label, value, onChange, error, hint, placeholder }: TextProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          className="mono"
          value={value}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          onText={onChange}
        />
      )}
    </Field>
  )
}
