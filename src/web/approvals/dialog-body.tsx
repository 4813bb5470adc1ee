/** A dialog of a kind that this page has no form for: what came with it, and an answer as JSON. */
import { useState } from 'react'
import { parseObject } from '../../protocol/json.ts'
import { JsonText } from '../ui/raw-json.tsx'
import type { BodyProps } from './approval-card.tsx'
import { useApprovalKeys } from './approval-keys.ts'
import { KeyButton } from './key-button.tsx'
import { SubForm } from './sub-form.tsx'

export function DialogBody({ request, hasKeys, answering: { run, isPending } }: BodyProps) {
  const [text, setText] = useState('{}')
  const result = parseObject(text)
  const send = () => {
    if (result) void run({ decision: 'allow', answers: result })
  }
  const cancel = () => void run({ decision: 'cancel' })
  useApprovalKeys('Dialog', hasKeys && !isPending, [
    { key: 'y', does: 'send the answer', run: send },
    { key: 'n', does: 'cancel the dialog', run: cancel },
  ])
  return (
    <SubForm label="Dialog" onSubmit={send}>
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
      <div className="approval-actions">
        <KeyButton
          type="submit"
          kind="main"
          shortcut={hasKeys && 'y'}
          disabled={!result}
          isPending={isPending}
        >
          Send
        </KeyButton>
        <KeyButton shortcut={hasKeys && 'n'} disabled={isPending} onClick={cancel}>
          Cancel
        </KeyButton>
      </div>
    </SubForm>
  )
}
