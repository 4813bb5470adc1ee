/** What an MCP server wants to know: a form made from its schema, or an address to visit. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { type FieldValue, type FormField, formOf } from '../../state/approvals/form.ts'
import { type FormValues, fieldValue, readForm } from '../../state/approvals/read-form.ts'
import { visible } from '../../state/unseen.ts'
import { RawJson } from '../ui/raw-json.tsx'
import type { BodyProps } from './approval-card.tsx'
import { useApprovalKeys } from './approval-keys.ts'
import { FormFieldView } from './form-field.tsx'
import { KeyButton } from './key-button.tsx'
import { SubForm } from './sub-form.tsx'
import { VisitAddress } from './visit-address.tsx'

export function ElicitationBody({ request, hasKeys, answering: { run, isPending } }: BodyProps) {
  const { request: asked } = request
  const form = useMemo(() => formOf(asked), [asked])
  const { fields, url, isVisit } = form
  const [values, setValues] = useState<FormValues>({})
  const [attempts, setAttempts] = useState(0)
  const top = useRef<HTMLParagraphElement>(null)
  const shown = Object.fromEntries(fields.map((field) => [field.name, shownValue(field, values)]))
  const { content, problems } = readForm(form, shown)
  const accept = () => {
    if (problems.size > 0) return setAttempts(attempts + 1)
    void run({ decision: 'allow', ...(!isVisit && { answers: content }) })
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
    { key: 'y', does: isVisit ? 'go on, after the visit' : 'send the form', run: accept },
    { key: 'n', does: 'decline', run: decline },
  ])
  return (
    <SubForm label={isVisit ? 'Address' : 'Form'} onSubmit={accept}>
      <p ref={top} className="approval-message">
        {visible(form.message)}
      </p>
      {isVisit && url !== undefined && <VisitAddress url={url} />}
      {fields.map((field) => (
        <FormFieldView
          key={field.name}
          field={field}
          value={shownValue(field, values)}
          problem={attempts > 0 ? problems.get(field.name) : undefined}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      <div className="approval-actions">
        <KeyButton type="submit" kind="main" shortcut={hasKeys && 'y'} isPending={isPending}>
          {isVisit ? 'Go on' : 'Send the form'}
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

/** A box that nobody has ticked says no. */
function shownValue(field: FormField, values: FormValues): FieldValue {
  const value = fieldValue(field, values)
  return field.kind === 'boolean' ? value === true : value
}
