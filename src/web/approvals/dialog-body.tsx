/** A dialog of a kind that this page has no form for: its payload, and an answer as JSON. */
import { useState } from 'react'
import { parseObject } from '../../protocol/json.ts'
import { JsonText } from '../ui/raw-json.tsx'
import { ApprovalActions } from './approval-actions.tsx'
import type { BodyProps } from './approval-card.tsx'
import { SubForm } from './sub-form.tsx'

export function DialogBody({ request, hasKeys, answering }: BodyProps) {
  const { run } = answering
  const [text, setText] = useState('{}')
  const result = parseObject(text)
  const send = () => {
    if (result) void run({ decision: 'allow', answers: result })
  }
  const cancel = () => void run({ decision: 'cancel' })
  return (
    <SubForm label="Dialog" onSubmit={send}>
      <div className="approval-step">
        <JsonText value={request.request.payload ?? {}} />
        <label className="field">
          <span>Answer, as JSON</span>
          <textarea
            className="code"
            rows={3}
            spellCheck={false}
            value={text}
            aria-invalid={!result}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
      </div>
      <ApprovalActions
        name="Dialog"
        hasKeys={hasKeys}
        answering={answering}
        actions={[
          {
            label: 'Send answer',
            key: 'y',
            does: 'send the answer',
            run: send,
            isDisabled: !result,
            isSubmit: true,
          },
          { label: 'Cancel', key: 'n', does: 'cancel the dialog', run: cancel, isNo: true },
        ]}
      />
    </SubForm>
  )
}
