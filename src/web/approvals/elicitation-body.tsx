/** What an MCP server wants to know: a form made from its schema, or an address to visit. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { textIn } from '../../state/fields.ts'
import { visible } from '../../state/unseen.ts'
import { RawJson } from '../ui/raw-json.tsx'
import type { BodyProps } from './approval-card.tsx'
import { useApprovalKeys } from './approval-keys.ts'
import { FormFieldView } from './form-field.tsx'
import { KeyButton } from './key-button.tsx'
import { type FormValues, formFields, readForm } from './schema-form.ts'
import { SubForm } from './sub-form.tsx'
import { VisitAddress } from './visit-address.tsx'

export function ElicitationBody({ request, hasKeys, answering: { run, isPending } }: BodyProps) {
  const { request: asked } = request
  const fields = useMemo(
    () => formFields(asked.requested_schema, asked.property_order),
    [asked.requested_schema, asked.property_order],
  )
  const [values, setValues] = useState<FormValues>({})
  const [attempts, setAttempts] = useState(0)
  const top = useRef<HTMLParagraphElement>(null)
  const url = textIn(asked.url)
  const isUrl = asked.mode === 'url' || (url !== undefined && fields.length === 0)
  const { content, problems } = readForm(fields, values)
  const accept = () => {
    if (Object.keys(problems).length > 0) return setAttempts(attempts + 1)
    void run({ decision: 'answer', ...(!isUrl && { answers: content }) })
  }
  const decline = () => void run({ decision: 'deny' })
  const cancel = () => void run({ decision: 'cancel' })
  useEffect(() => {
    // A long form is scrolled, and what is wrong may be out of sight.
    const form = top.current?.closest('form')
    const wrong = form?.querySelector<HTMLElement>('.field:has(.form-problem) :is(input, select, textarea)')
    if (attempts > 0) wrong?.focus()
  }, [attempts])
  useApprovalKeys('Form', hasKeys && !isPending, [
    { key: 'y', does: isUrl ? 'go on, after the visit' : 'send the form', run: accept },
    { key: 'n', does: 'decline', run: decline },
  ])
  return (
    <SubForm label={isUrl ? 'Address' : 'Form'} onSubmit={accept}>
      <p ref={top} className="approval-message">
        {visible(textIn(asked.message) ?? '')}
      </p>
      {isUrl && url !== undefined && <VisitAddress url={url} />}
      {fields.map((field) => (
        <FormFieldView
          key={field.name}
          field={field}
          value={values[field.name] ?? field.start}
          problem={attempts > 0 ? problems[field.name] : undefined}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      <div className="approval-actions">
        <KeyButton type="submit" kind="main" shortcut={hasKeys && 'y'} isPending={isPending}>
          {isUrl ? 'Go on' : 'Send the form'}
        </KeyButton>
        <KeyButton shortcut={hasKeys && 'n'} disabled={isPending} onClick={decline}>
          Decline
        </KeyButton>
        <KeyButton kind="quiet" disabled={isPending} onClick={cancel}>
          Cancel
        </KeyButton>
      </div>
      <RawJson value={asked} label="Raw request" />
    </SubForm>
  )
}
