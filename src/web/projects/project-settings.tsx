/** The settings of a project. They are saved together, so that none of them is lost with another. */
import { useState } from 'react'
import type { ProjectSettings, ProjectView } from '../../api/work.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Failure } from '../ui/failure.tsx'
import { Field, Input, Textarea } from '../ui/field.tsx'
import { submitHandler } from '../ui/submit-handler.ts'
import { showToast } from '../ui/toast/toasts.ts'
import { NewSessionDefaults } from './new-session-defaults.tsx'

interface Props {
  view: ProjectView
  onSaved: () => void
}

export function ProjectSettingsForm({ view: { path, name, settings }, onSaved }: Props) {
  const [changed, setChanged] = useState<ProjectSettings>(settings)
  const [copy, setCopy] = useState((settings.copy ?? []).join('\n'))
  const set = (news: ProjectSettings) => setChanged((before) => ({ ...before, ...news }))
  const save = useAction(async () => {
    const names = copy
      .split('\n')
      .map((it) => it.trim())
      .filter(Boolean)
    const body = { commandId: newId(), path, settings: filled({ ...changed, copy: names }) }
    await api.call('putProject', { body })
    showToast({ text: `Saved the settings of ${name}.`, tone: 'success' })
    onSaved()
  })
  return (
    <form className="card stack" aria-label="Settings of the project" onSubmit={submitHandler(save.run)}>
      <h2>Settings</h2>
      <Checkbox checked={changed.ownWorktree ?? false} onChange={(it) => set({ ownWorktree: it })}>
        New sessions work in a worktree of their own
      </Checkbox>
      <Checkbox checked={changed.checkpoints ?? false} onChange={(it) => set({ checkpoints: it })}>
        Take checkpoints after each turn in shared folders too
      </Checkbox>
      <div className="new-options-grid">
        <Field label="Folder for worktrees" hint="Absolute, or as seen from the project.">
          {(control) => (
            <Input
              {...control}
              className="mono"
              value={changed.worktrees ?? ''}
              placeholder={`../${name}.worktrees`}
              onText={(worktrees) => set({ worktrees })}
            />
          )}
        </Field>
        <Field label="Run script" hint="Of the repository, such as one that starts the development server.">
          {(control) => (
            <Input
              {...control}
              className="mono"
              value={changed.run ?? ''}
              placeholder="scripts/dev.sh"
              onText={(run) => set({ run })}
            />
          )}
        </Field>
        <Field label="Setup script" hint="Of the repository. It prepares each new worktree.">
          {(control) => (
            <Input
              {...control}
              className="mono"
              value={changed.setup ?? ''}
              placeholder="scripts/setup.sh"
              onText={(setup) => set({ setup })}
            />
          )}
        </Field>
      </div>
      <Field label="Files to copy" hint="One in each line: what git does not have and a worktree needs.">
        {(control) => (
          <Textarea
            {...control}
            className="mono"
            rows={2}
            value={copy}
            placeholder=".env"
            spellCheck={false}
            onText={setCopy}
          />
        )}
      </Field>
      <NewSessionDefaults settings={changed} onChange={set} />
      <Failure error={save.error} />
      <div className="row">
        <Button type="submit" kind="primary" isPending={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}

/** A setting that is left empty is not set. */
function filled(settings: ProjectSettings): ProjectSettings {
  const set = Object.entries(settings).filter(([, value]) => {
    if (typeof value === 'string') return value.trim() !== ''
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false
  })
  return Object.fromEntries(set)
}
