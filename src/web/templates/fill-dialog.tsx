import { type FormEvent, useId, useState } from 'react'
import type { PromptTemplate } from '../../api/prompt-templates.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, Input } from '../ui/field.tsx'
import { filled, variablesOf } from './variables.ts'
import './templates.css'

interface Props {
  template: PromptTemplate
  onFilled: (text: string) => void
  onClose: () => void
}

/** Asks for the value of each variable of a template. */
export function FillDialog({ template, onFilled, onClose }: Props) {
  const { name, text, description } = template
  const variables = variablesOf(text)
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const form = useId()
  const isComplete = variables.every((it) => values[it]?.trim())
  const submitted = (event: FormEvent) => {
    event.preventDefault()
    // React passes the event on to the form around the dialog, which would send the message.
    event.stopPropagation()
    if (!isComplete) return
    onClose()
    onFilled(filled(text, values))
  }
  return (
    <Dialog
      title={`Template ${name}`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} kind="primary" disabled={!isComplete}>
            Insert prompt
          </Button>
        </>
      }
    >
      <form id={form} className="stack" onSubmit={submitted}>
        {description && <p className="soft">{description}</p>}
        {variables.map((variable, index) => (
          <Field key={variable} label={variable}>
            {(control) => (
              <Input
                {...control}
                autoFocus={index === 0}
                value={values[variable] ?? ''}
                onText={(value) => setValues({ ...values, [variable]: value })}
              />
            )}
          </Field>
        ))}
        <pre className="template-text">{filled(text, values)}</pre>
      </form>
    </Dialog>
  )
}
