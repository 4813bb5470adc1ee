import { useState } from 'react'
import { KeyButton } from './key-button.tsx'
import { SubForm } from './sub-form.tsx'

interface Props {
  label: string
  placeholder: string
  send: string
  isPending: boolean
  onSend: (message: string) => void
  onBack: () => void
}

/** A few words for the model. Enter sends them, with Shift it makes a new line. */
export function MessageForm({ label, placeholder, send, isPending, onSend, onBack }: Props) {
  const [message, setMessage] = useState('')
  return (
    <SubForm label={label} onSubmit={() => onSend(message)} onBack={onBack}>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: it was asked for with a key or a button
        autoFocus
        rows={2}
        value={message}
        aria-label={label}
        placeholder={placeholder}
        onChange={({ target }) => setMessage(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.stopPropagation()
          onSend(message)
        }}
      />
      <div className="row wrap">
        <KeyButton type="submit" kind="danger" shortcut="Enter" isPending={isPending}>
          {send}
        </KeyButton>
        <KeyButton kind="quiet" shortcut="Esc" onClick={onBack}>
          Back
        </KeyButton>
      </div>
    </SubForm>
  )
}
