/** What a new session of the project runs with, unless it names something else. */
import type { ProjectSettings } from '../../api/work.ts'
import { ModeField } from '../sessions/new/mode-field.tsx'
import { ModelField } from '../sessions/new/model-field.tsx'
import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { Field, Input } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'

interface Props {
  settings: ProjectSettings
  onChange: (settings: ProjectSettings) => void
}

export function NewSessionDefaults({ settings, onChange }: Props) {
  const { agent = '', model = '', permissionMode = '', maxBudgetUsd } = settings
  const agents = useFetched('agents', () => api.call('getAgents', {})).value?.agents ?? []
  const names = [...new Set([...agents.map(({ name }) => name), ...(agent ? [agent] : [])])]
  return (
    <fieldset className="new-set stack">
      <legend>New sessions</legend>
      <div className="new-options-grid">
        <Field label="Agent">
          {(control) => (
            <Select
              {...control}
              options={[
                { value: '', name: 'Host’s default' },
                ...names.map((name) => ({ value: name, name })),
              ]}
              value={agent}
              onChoose={(it) => onChange({ agent: it })}
            />
          )}
        </Field>
        <ModelField value={model} onChange={(it) => onChange({ model: it })} />
        <ModeField
          value={permissionMode}
          onChange={(it) => onChange({ permissionMode: it === '' ? undefined : it })}
        />
        <Field label="Budget in dollars" hint="Claude Code ends a session that has cost more.">
          {(control) => (
            <Input
              {...control}
              type="number"
              min="0"
              step="any"
              value={maxBudgetUsd ?? ''}
              placeholder="None"
              onText={(text) => onChange({ maxBudgetUsd: Number(text) > 0 ? Number(text) : undefined })}
            />
          )}
        </Field>
      </div>
    </fieldset>
  )
}
