import { useState } from 'react'
import { Field, Input } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { EDITORS, setEditorTemplate, templateProblem, useEditorTemplate } from './editor.ts'

const NONE = 'none'
const CUSTOM = 'custom'
const OPTIONS = [
  { value: NONE, name: 'None' },
  ...EDITORS.map(({ id, name }) => ({ value: id, name })),
  { value: CUSTOM, name: 'Custom…' },
]

/** Which editor opens the files that transcripts name. Kept in this browser: its machine has the editor. */
export function EditorSetting() {
  const template = useEditorTemplate() ?? ''
  const known = EDITORS.find((editor) => editor.template === template)
  const [isCustom, setCustom] = useState(template !== '' && !known)
  const [draft, setDraft] = useState(template)
  const value = isCustom ? CUSTOM : (known?.id ?? NONE)
  const choose = (id: string) => {
    setCustom(id === CUSTOM)
    if (id === CUSTOM) setDraft(template)
    else setEditorTemplate(EDITORS.find((editor) => editor.id === id)?.template ?? '')
  }
  const problem = isCustom && draft !== '' ? templateProblem(draft) : undefined
  return (
    <>
      <Field
        label="Open files in"
        hint="Links in transcripts open this editor on the machine of this browser."
      >
        {(control) => <Select {...control} options={OPTIONS} value={value} onChoose={choose} />}
      </Field>
      {isCustom && (
        <Field
          label="Address of a file"
          hint="{path} stands for the path, {line} for the line: vscode://file/{path}:{line}"
          error={problem}
        >
          {(control) => (
            <Input
              {...control}
              className="mono"
              value={draft}
              spellCheck={false}
              onText={(text) => {
                setDraft(text)
                setEditorTemplate(templateProblem(text) === undefined ? text : '')
              }}
            />
          )}
        </Field>
      )}
    </>
  )
}
