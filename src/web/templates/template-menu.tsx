import { Button } from '../ui/button.tsx'
import { ExpandIcon, TemplateIcon } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { useTemplate } from './use-template.tsx'
import { useTemplates } from './use-templates.ts'

/** Nothing while the host has no templates. */
export function TemplateMenu({ onText }: { onText: (text: string) => void }) {
  const templates = useTemplates(true)
  const { use, dialog } = useTemplate(onText)
  if (templates.length === 0) return null
  const entries = templates.map((template) => ({
    name: template.name,
    ...(template.description && { hint: template.description }),
    run: () => use(template),
  }))
  return (
    <>
      <Menu label="Templates" entries={entries}>
        <Button kind="quiet" size="small">
          <TemplateIcon />
          Templates
          <ExpandIcon />
        </Button>
      </Menu>
      {dialog}
    </>
  )
}
