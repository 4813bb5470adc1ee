import { useEffect, useMemo, useRef, useState } from 'react'
import { type FieldValue, type FormField, formOf } from '../../state/approvals/form.ts'
import { type FormValues, fieldValue, readForm } from '../../state/approvals/read-form.ts'
import { visible } from '../../state/unseen.ts'
import { ApprovalActions } from './approval-actions.tsx'
import type { BodyProps } from './approval-card.tsx'
import { FormFieldView } from './form-field.tsx'
import { RawRequest } from './raw-request.tsx'
import { SubForm } from './sub-form.tsx'

export function ElicitationBody({ request, hasKeys, answering }: BodyProps) {
  const { run } = answering
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
  useEffect(() => {
    // In a long form the first invalid field may be out of sight.
    const form = top.current?.closest('form')
    const wrong = form?.querySelector<HTMLElement>('.field:has(.form-problem) :is(input, select, textarea)')
    if (attempts > 0) wrong?.focus()
  }, [attempts])
  return (
    <SubForm label={isVisit ? 'Address' : 'Form'} onSubmit={accept}>
      <div className="approval-step">
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
      </div>
      <RawRequest request={request} />
      <ApprovalActions
        name="Form"
        hasKeys={hasKeys}
        answering={answering}
        actions={[
          {
            ...(isVisit
              ? { label: 'Continue', does: 'continue, after the visit' }
              : { label: 'Send form', does: 'send the form' }),
            key: 'y',
            run: accept,
            isSubmit: true,
          },
          { label: 'Cancel', kind: 'quiet', run: () => void run({ decision: 'cancel' }) },
          {
            label: 'Decline',
            key: 'n',
            does: 'decline',
            run: () => void run({ decision: 'deny' }),
            isNo: true,
          },
        ]}
      />
    </SubForm>
  )
}

/** An unticked box counts as false. */
function shownValue(field: FormField, values: FormValues): FieldValue {
  const value = fieldValue(field, values)
  return field.kind === 'boolean' ? value === true : value
}

/** The address is shown in full; only a click of the user opens it. */
function VisitAddress({ url }: { url: string }) {
  const host = hostOf(url)
  if (host === undefined)
    return <p className="failure">Not a web address, so it is not opened: {visible(url)}</p>
  return (
    <p className="approval-address">
      Open{' '}
      <a href={url} target="_blank" rel="noopener noreferrer">
        {visible(url)}
      </a>{' '}
      on <strong>{host}</strong>, then continue here.
    </p>
  )
}

function hostOf(url: string): string | undefined {
  try {
    const { protocol, host } = new URL(url)
    return protocol === 'https:' || protocol === 'http:' ? host : undefined
  } catch {
    return undefined
  }
}
