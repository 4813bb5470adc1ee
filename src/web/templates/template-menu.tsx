import { Button } from '../ui/button.tsx'
import { ExpandIcon, TemplateIcon } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { useTemplate } from './use-template.tsx'
import { useTemplates } from './use-templates.ts'

interface Props {
  /** Its project may have templates of its own. */
  folder: string | undefined
  onText: (text: string) => void
}

/** Nothing while there are no templates. */
export function TemplateMenu({ folder, onText }: Props) {
  const templates = useTemplates(true, folder)
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
