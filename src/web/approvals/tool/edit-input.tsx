import { useState } from 'react'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { inputOf } from '../../../state/approvals/request.ts'
import type { ApprovalView } from '../../../state/approvals/view.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { keyName } from '../../ui/kbd.tsx'
import type { Answering } from '../answer.ts'
import { StepForm } from '../sub-form.tsx'
import { commandOf } from './use-risks.ts'

interface Props {
  request: ApprovalView
  answering: Answering
  onSend: (input: JsonObject) => void
  onBack: () => void
}

/** Edits the model's input: a command as plain text, any other input as JSON. */
export function EditInput({ request, answering, onSend, onBack }: Props) {
  const input = inputOf(request.request)
  const command = commandOf(request)
  const [text, setText] = useState(() => command ?? JSON.stringify(input, null, 2))
  const { value, problem } = command === undefined ? parsed(text) : withCommand(input, text)
  return (
    <StepForm
      label="Edit the input"
      onBack={onBack}
      onSubmit={() => value && onSend(value)}
      answering={answering}
      submit={
        <Button
          type="submit"
          kind="primary"
          shortcut={keyName('Mod+Enter')}
          disabled={!value}
          isPending={answering.isPending}
        >
          {command === undefined ? 'Allow this input' : 'Allow this command'}
        </Button>
      }
    >
      <label className="field">
        <span>{command === undefined ? 'Input, as JSON' : 'Command'}</span>
        <textarea
          // biome-ignore lint/a11y/noAutofocus: the user asked for it with a key or a button
          autoFocus
          className="code"
          rows={Math.min(16, Math.max(3, text.split('\n').length + 1))}
          spellCheck={false}
          value={text}
          aria-invalid={problem !== undefined}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <Failure error={problem} />
    </StepForm>
  )
}

interface Parsed {
  value?: JsonObject
  problem?: string
}

function withCommand(input: JsonObject, command: string): Parsed {
  return command.trim() === '' ? { problem: 'Enter a command.' } : { value: { ...input, command } }
}

function parsed(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? { value } : { problem: 'Enter a JSON object: { … }' }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}
