import type { AgentList } from '../../../api/resources.ts'
import { DisclosureSign } from '../../ui/disclosure.tsx'
import { Tag } from '../../ui/tag.tsx'

interface Props {
  agents: AgentList
  /** Empty for the host's default. */
  value: string
  onChange: (agent: string) => void
}

export function AgentField({ agents: { agents, default: defaultName }, value, onChange }: Props) {
  const chosen = agents.some(({ name }) => name === value) ? value : defaultName
  return (
    <fieldset className="new-set new-agents">
      <legend>Agent</legend>
      {agents.map(({ name, command, version, problem }) => (
        <label key={name} className="card new-agent" data-chosen={name === chosen || undefined}>
          <input
            type="radio"
            name="agent"
            value={name}
            checked={name === chosen}
            onChange={() => onChange(name)}
          />
          <span className="grow">
            <span className="row wrap">
              <strong>{name}</strong>
              {version && <span className="soft small">{version}</span>}
              {name === defaultName && <span className="tag">default</span>}
              {command === 'sim' && <Tag tone="neutral">demo</Tag>}
            </span>
            {problem ? (
              <AgentProblem problem={problem} />
            ) : (
              <span className="small soft">{aboutAgent(name, command)}</span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The first sentence; the rest, often a list of all places searched, opens on demand. */
function AgentProblem({ problem }: { problem: string }) {
  const [, first = problem, rest = ''] = /^(.*?[.:])\s+(.*)$/s.exec(problem) ?? []
  if (!rest) return <span className="small new-problem">{problem}</span>
  return (
    <details className="small new-problem">
      <summary>
        <DisclosureSign />
        {first}
      </summary>
      <span className="new-trouble">{rest}</span>
    </details>
  )
}

function aboutAgent(name: string, command: string): string {
  if (command === 'sim') return 'The simulator: no login, no model, no cost. What it does is played.'
  return command === name ? 'The one that is installed here.' : command
}
