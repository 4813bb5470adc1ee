import { useState } from 'react'
import type { AgentConfig } from '../../api/resources.ts'
import { useAction } from '../store/action.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/failure.tsx'
import { agentOf, fieldsOf, problemOf } from './agent-fields.ts'

interface Props {
  /** Undefined: a new one. */
  agent: AgentConfig | undefined
  others: readonly AgentConfig[]
  onSave: (agent: AgentConfig) => Promise<void>
  onClose: () => void
}

export function AgentForm({ agent, others, onSave, onClose }: Props) {
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
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save.run()
        }}
      >
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
          <Button type="submit" kind="main" isPending={save.isPending}>
            Save agent
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}
