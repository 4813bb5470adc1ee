/** What a new session runs with, in a fold: most sessions start with what the last one had. */
import type { AgentList } from '../../../api/resources.ts'
import { modeName } from '../../../state/mode-names.ts'
import { useStored } from '../../store/stored.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DisclosureSign } from '../../ui/disclosure.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { AgentField } from './agent-field.tsx'
import type { Choices } from './choices.ts'
import { ModeField } from './mode-field.tsx'
import { ModelField } from './model-field.tsx'

interface Props {
  agents: AgentList | undefined
  choices: Choices
  onChoose: (choice: Partial<Choices>) => void
  title: string
  onTitle: (title: string) => void
  titleHint: string
}

export function Options({ agents, choices, onChoose, title, onTitle, titleHint }: Props) {
  const [kept, keep] = useStored('new-session-options')
  const { agent, model, mode, isolation } = choices
  const name = agents?.agents.some((it) => it.name === agent) ? agent : agents?.default
  const hasProblem = agents?.agents.find((it) => it.name === name)?.problem !== undefined
  const words = [
    name,
    model || 'default model',
    mode ? modeName(mode) : 'default permissions',
    ...(isolation ? ['isolated'] : []),
  ]
  return (
    <details
      className="new-options"
      open={kept === 'open' || hasProblem}
      onToggle={({ currentTarget }) => keep(currentTarget.open ? 'open' : undefined)}
    >
      <summary>
        <DisclosureSign />
        <strong>Options</strong>
        <span className="soft cut">{words.filter(Boolean).join(' · ')}</span>
      </summary>
      <div className="new-options-grid">
        {agents && <AgentField agents={agents} value={agent} onChange={(it) => onChoose({ agent: it })} />}
        <ModelField value={model} onChange={(it) => onChoose({ model: it })} />
        <ModeField value={mode} onChange={(it) => onChoose({ mode: it })} />
        <Field label="Title">
          {(control) => (
            <Input {...control} value={title} maxLength={500} placeholder={titleHint} onText={onTitle} />
          )}
        </Field>
        <div className="new-isolation">
          <Checkbox
            checked={isolation === 'require'}
            onChange={(isRequired) => onChoose({ isolation: isRequired ? 'require' : '' })}
          >
            Isolate from the host
          </Checkbox>
          <p className="soft">
            Hides the host’s token, journal and your other processes, so that the session cannot approve its
            own requests.
          </p>
        </div>
      </div>
    </details>
  )
}
