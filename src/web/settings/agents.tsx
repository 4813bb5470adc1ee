import { useState } from 'react'
import type { AgentConfig, AgentList, PutAgents } from '../../api/resources.ts'
import { useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DisclosureSign } from '../ui/disclosure.tsx'
import { Failure } from '../ui/failure.tsx'
import { submitHandler } from '../ui/submit-handler.ts'
import { agentOf, configured, fieldsOf, isBuiltIn, problemOf } from './agent-fields.ts'

export function Agents() {
  const fetched = useFetched('agents', () => api.call('getAgents', {}))
  const [answer, setAnswer] = useState<AgentList>()
  const [edited, setEdited] = useState<AgentConfig | 'new'>()
  const list = answer ?? fetched.value
  const put = async (agents: PutAgents['agents'], first: string) =>
    setAnswer(await api.call('putAgents', { body: { agents, default: first } }))
  const change = useAction(put)
  return (
    <section className="card stack" aria-label="Agents">
      <div className="row">
        <h2 className="grow">Agents</h2>
        <Button size="small" disabled={!list} onClick={() => setEdited('new')}>
          Add an agent
        </Button>
      </div>
      <Failure error={fetched.error} again={fetched.again} />
      <Failure error={change.error} />
      <ul className="settings-list">
        {list?.agents.map((agent) => (
          <li key={agent.name}>
            <label className="row grow">
              <input
                type="radio"
                name="default-agent"
                checked={agent.name === list.default}
                disabled={change.isPending}
                aria-label={`${agent.name} is the default`}
                onChange={() => change.run(configured(list), agent.name)}
              />
              <span className="grow">
                <strong>{agent.name}</strong> {agent.version && <span className="soft">{agent.version}</span>}{' '}
                {agent.name === list.default && <span className="tag">default</span>}{' '}
                {isBuiltIn(agent) && <span className="tag">built in</span>}
                <span className="mono small soft settings-command">
                  {[agent.command, ...agent.args].join(' ')}
                  {Object.keys(agent.env).length > 0 && ` with ${Object.keys(agent.env).join(', ')}`}
                </span>
              </span>
            </label>
            <span className="row">
              <Button
                kind="quiet"
                size="small"
                aria-label={`Edit ${agent.name}`}
                onClick={() => setEdited(agent)}
              >
                Edit
              </Button>
              {!isBuiltIn(agent) && (
                <Button
                  kind="quiet"
                  size="small"
                  aria-label={`Remove ${agent.name}`}
                  disabled={change.isPending}
                  onClick={() =>
                    change.run(
                      configured(list).filter(({ name }) => name !== agent.name),
                      agent.name === list.default ? otherDefault(list, agent) : list.default,
                    )
                  }
                >
                  Remove
                </Button>
              )}
            </span>
            {agent.problem && <Problem text={agent.problem} />}
          </li>
        ))}
      </ul>
      {list && edited && (
        <AgentForm
          agent={edited === 'new' ? undefined : edited}
          others={list.agents.filter((it) => it !== edited && !(edited === 'new' && isBuiltIn(it)))}
          onClose={() => setEdited(undefined)}
          onSave={async (agent) => {
            const rest = configured(list)
            const place = edited === 'new' ? -1 : rest.findIndex(({ name }) => name === edited.name)
            const wasDefault = edited !== 'new' && edited.name === list.default
            // The host keeps its hidden environment values under the old name.
            const renamed = edited !== 'new' && edited.name !== agent.name && { formerName: edited.name }
            const wanted = { ...agent, ...renamed }
            await put(
              place === -1 ? [...rest, wanted] : rest.toSpliced(place, 1, wanted),
              wasDefault ? agent.name : list.default,
            )
            setEdited(undefined)
          }}
        />
      )}
    </section>
  )
}

/** The first line is the problem; the others are the places that were searched. */
function Problem({ text }: { text: string }) {
  const [first, ...rest] = text.split('\n')
  return (
    <div className="small settings-problem">
      {first}
      {rest.length > 2 ? (
        <details>
          <summary>
            <DisclosureSign />
            more
          </summary>
          <pre>{rest.join('\n')}</pre>
        </details>
      ) : (
        rest.length > 0 && <pre>{rest.join('\n')}</pre>
      )}
    </div>
  )
}

/** Prefers an agent that works. A built-in agent reappears when the one that replaced it is removed. */
function otherDefault({ agents }: AgentList, removed: AgentConfig): string {
  const rest = agents.filter(({ name }) => name !== removed.name)
  return (rest.find(({ problem }) => problem === undefined) ?? rest[0])?.name ?? removed.name
}

interface Props {
  /** Undefined for a new one. */
  agent: AgentConfig | undefined
  others: readonly AgentConfig[]
  onSave: (agent: AgentConfig) => Promise<void>
  onClose: () => void
}

function AgentForm({ agent, others, onSave, onClose }: Props) {
  const [fields, setFields] = useState(() =>
    agent ? fieldsOf(agent) : { name: '', command: '', args: '', env: '' },
  )
  const save = useAction(async () => {
    const wanted = agentOf(fields)
    const problem = problemOf(wanted, others)
    if (problem !== undefined) throw new Error(problem)
    await onSave(wanted)
  })
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    spellCheck: false,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => setFields({ ...fields, [name]: target.value }),
  })
  return (
    <Dialog title={agent ? `Agent ${agent.name}` : 'New agent'} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submitHandler(() => save.run())}>
        <label className="field">
          <span>Name</span>
          <input {...field('name')} />
        </label>
        <label className="field">
          <span>Command</span>
          <input className="mono" placeholder="claude" {...field('command')} />
          <span className="soft small">
            A path; <code>claude</code> to look for one; <code>sim</code> for the simulator
          </span>
        </label>
        <label className="field">
          <span>Arguments, one in each line</span>
          <textarea className="code" rows={3} {...field('args')} />
        </label>
        <label className="field">
          <span>Environment, NAME=value in each line</span>
          <textarea className="code" rows={3} {...field('env')} />
          <span className="soft small">
            Values are not shown again. <code>***</code> keeps the one there is.
          </span>
        </label>
        <Failure error={save.error} />
        <div className="row">
          <Button type="submit" kind="primary" isPending={save.isPending}>
            Save agent
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}
