/** The prompt templates of the host, in the settings, or of a project. Each change is saved at once. */
import { type ReactNode, useId, useState } from 'react'
import type { PromptTemplate } from '../../api/prompt-templates.ts'
import { type Action, newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/failure.tsx'
import { Field, Input, Textarea } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { AddIcon, DeleteIcon, RenameIcon } from '../ui/icons.ts'
import { submitHandler } from '../ui/submit-handler.ts'
import { variablesOf } from './variables.ts'
import './templates.css'

const NEW: PromptTemplate = { name: '', text: '' }

export function TemplateSettings() {
  const fetched = useFetched('templates', () => api.call('getTemplates', {}))
  const save = useAction(async (next: readonly PromptTemplate[]) => {
    await api.call('putTemplates', { body: { commandId: newId(), templates: [...next] } })
    fetched.again()
  })
  return (
    <TemplateEditor title="Prompt templates" templates={fetched.value?.templates ?? []} save={save}>
      <Failure error={fetched.error} again={fetched.again} />
    </TemplateEditor>
  )
}

interface EditorProps {
  title: string
  templates: readonly PromptTemplate[]
  save: Action<[readonly PromptTemplate[]]>
  children?: ReactNode
}

export function TemplateEditor({ title, templates, save, children }: EditorProps) {
  const [editing, setEditing] = useState<PromptTemplate>()
  const others = templates.filter((it) => it !== editing)
  const keep = async (next: readonly PromptTemplate[]) => {
    if (await save.run(next)) setEditing(undefined)
  }
  return (
    <section className="card stack" aria-label={title}>
      <div className="row">
        <div className="grow">
          <h2>{title}</h2>
          <p className="soft">
            Type <kbd>/</kbd> and the name in a message. Each <code>{'{{variable}}'}</code> is asked for.
          </p>
        </div>
        <Button onClick={() => setEditing(NEW)}>
          <AddIcon />
          Add template
        </Button>
      </div>
      {children}
      {!editing && <Failure error={save.error} />}
      {templates.length > 0 && (
        <ul className="template-list">
          {templates.map((template) => (
            <li key={template.name} className="row">
              <span className="mono">/{template.name}</span>
              <span className="soft cut grow">{template.description ?? template.text}</span>
              <IconButton
                label={`Edit template ${template.name}`}
                icon={RenameIcon}
                size="small"
                onClick={() => setEditing(template)}
              />
              <IconButton
                label={`Delete template ${template.name}`}
                icon={DeleteIcon}
                size="small"
                onClick={() => void keep(templates.filter((it) => it !== template))}
              />
            </li>
          ))}
        </ul>
      )}
      {editing && (
        <TemplateDialog
          template={editing}
          isTaken={(name) => others.some((it) => it.name.toLowerCase() === name.toLowerCase())}
          error={save.error}
          isPending={save.isPending}
          onSave={(template) =>
            void keep(
              editing === NEW
                ? [...templates, template]
                : templates.map((it) => (it === editing ? template : it)),
            )
          }
          onClose={() => {
            save.clear()
            setEditing(undefined)
          }}
        />
      )}
    </section>
  )
}

interface DialogProps {
  template: PromptTemplate
  isTaken: (name: string) => boolean
  error: string | undefined
  isPending: boolean
  onSave: (template: PromptTemplate) => void
  onClose: () => void
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

function TemplateDialog({ template, isTaken, error, isPending, onSave, onClose }: DialogProps) {
  const [name, setName] = useState(template.name)
  const [description, setDescription] = useState(template.description ?? '')
  const [text, setText] = useState(template.text)
  const form = useId()
  const problem =
    name !== '' && !NAME.test(name)
      ? 'Use letters, digits, - and _.'
      : isTaken(name)
        ? 'Another template has this name.'
        : undefined
  const isComplete = name !== '' && problem === undefined && text.trim() !== ''
  const variables = variablesOf(text)
  const submit = () => {
    if (isComplete) onSave({ name, text, ...(description.trim() && { description: description.trim() }) })
  }
  return (
    <Dialog
      title={template === NEW ? 'Add template' : 'Edit template'}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} kind="primary" disabled={!isComplete} isPending={isPending}>
            Save template
          </Button>
        </>
      }
    >
      <form id={form} className="stack" onSubmit={submitHandler(submit)}>
        <Field label="Name" error={problem}>
          {(control) => <Input {...control} autoFocus maxLength={64} value={name} onText={setName} />}
        </Field>
        <Field label="Description (optional)">
          {(control) => <Input {...control} maxLength={500} value={description} onText={setDescription} />}
        </Field>
        <Field
          label="Prompt"
          hint={variables.length > 0 ? `Asks for: ${variables.join(', ')}` : 'For example: Review {{file}}'}
        >
          {(control) => <Textarea {...control} rows={8} maxLength={100_000} value={text} onText={setText} />}
        </Field>
        <Failure error={error} />
      </form>
    </Dialog>
  )
}
