import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { PromptTemplate } from '../../api/prompt-templates.ts'
import { variablesOf } from './variables.ts'

const FillDialog = lazy(async () => ({ default: (await import('./fill-dialog.tsx')).FillDialog }))

/** `use` inserts the text of a template, after the values of its variables were asked for; `dialog` is to be shown. */
export function useTemplate(onText: (text: string) => void): {
  use: (template: PromptTemplate) => void
  dialog: ReactNode
} {
  const [filling, setFilling] = useState<PromptTemplate>()
  return {
    use: (template) =>
      variablesOf(template.text).length === 0 ? onText(template.text) : setFilling(template),
    dialog: filling && (
      <Suspense>
        <FillDialog template={filling} onFilled={onText} onClose={() => setFilling(undefined)} />
      </Suspense>
    ),
  }
}
