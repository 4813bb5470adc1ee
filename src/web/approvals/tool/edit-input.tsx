import { useState } from 'react'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { inputOf } from '../../../state/approvals/request.ts'
import type { ApprovalView } from '../../../state/approvals/view.ts'
import { textIn } from '../../../state/fields.ts'
import { KeyButton } from '../key-button.tsx'
import { SubForm } from '../sub-form.tsx'

interface Props {
  request: ApprovalView
  isPending: boolean
  onSend: (input: JsonObject) => void
  onBack: () => void
}

/** Another input than the model's: a command as it is typed, anything else as JSON. */
export function EditInput({ request, isPending, onSend, onBack }: Props) {
  const input = inputOf(request.request)
  const command = request.toolName === 'Bash' ? textIn(input.command) : undefined
  const [text, setText] = useState(() => command ?? JSON.stringify(input, null, 2))
  const { value, problem } = command === undefined ? parsed(text) : withCommand(input, text)
  return (
    <SubForm label="Edit the input" onBack={onBack} onSubmit={() => value && onSend(value)}>
      <label className="field">
        <span>{command === undefined ? 'Input, as JSON' : 'Command'}</span>
        <textarea
          // biome-ignore lint/a11y/noAutofocus: it was asked for with a key or a button
          autoFocus
          className="code"
          rows={Math.min(16, Math.max(3, text.split('\n').length + 1))}
          spellCheck={false}
          value={text}
          aria-invalid={problem !== undefined}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      {problem && (
        <p className="failure" role="alert">
          {problem}
        </p>
      )}
      <div className="row wrap">
        <KeyButton type="submit" kind="main" shortcut="Ctrl Enter" disabled={!value} isPending={isPending}>
          Allow with this
        </KeyButton>
        <KeyButton kind="quiet" shortcut="Esc" onClick={onBack}>
          Back
        </KeyButton>
      </div>
    </SubForm>
  )
}

interface Parsed {
  value?: JsonObject
  problem?: string
}

function withCommand(input: JsonObject, command: string): Parsed {
  return command.trim() === '' ? { problem: 'A command is needed.' } : { value: { ...input, command } }
}

function parsed(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? { value } : { problem: 'An input is an object: { … }' }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}
