import type { AgentList } from '../../../api/resources.ts'
import { agentTrouble } from '../../first-minute/agent-trouble.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'

interface Props {
  agents: AgentList
  /** Empty for the host's default. */
  value: string
  onChange: (agent: string) => void
}

export function AgentField({ agents: { agents, default: defaultName }, value, onChange }: Props) {
  const chosen = agents.find(({ name }) => name === value) ?? agents.find(({ name }) => name === defaultName)
  const trouble = chosen?.problem === undefined ? undefined : agentTrouble(chosen.problem)
  return (
    <div className="new-agent">
      <Field label="Agent" error={trouble?.sentence} hint={chosen && aboutAgent(chosen)}>
        {(control) => (
          <Select
            {...control}
            options={agents.map(({ name, version, problem }) => ({
              value: name,
              name: [name, version, problem === undefined ? '' : '(cannot run)'].filter(Boolean).join(' '),
            }))}
            value={chosen?.name ?? ''}
            onChoose={onChange}
          />
        )}
      </Field>
      {trouble && trouble.places.length > 0 && (
        <Disclosure label="Where Fairlead looked">
          <ul className="new-places mono">
            {trouble.places.map((place) => (
              <li key={place}>{place}</li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  )
}

function aboutAgent({ name, command }: { name: string; command: string }): string {
  if (command === 'sim') return 'The simulator: no login, no cost. Its answers are scripted.'
  return command === name ? 'The Claude Code installed on the host.' : command
}
