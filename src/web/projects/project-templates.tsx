import type { PromptTemplate } from '../../api/prompt-templates.ts'
import type { ProjectView } from '../../api/work.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { TemplateEditor } from '../templates/template-settings.tsx'

interface Props {
  view: ProjectView
  onSaved: () => void
}

export function ProjectTemplates({ view: { path, settings }, onSaved }: Props) {
  const save = useAction(async (templates: readonly PromptTemplate[]) => {
    const { templates: _, ...others } = settings
    const next = templates.length > 0 ? { ...others, templates: [...templates] } : others
    await api.call('putProject', { body: { commandId: newId(), path, settings: next } })
    onSaved()
  })
  return (
    <TemplateEditor
      title="Prompt templates of the project"
      templates={settings.templates ?? []}
      save={save}
    />
  )
}
