import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useRestoreFocus } from '../ui/restore-focus.ts'
import type { Answering } from './answer.ts'

interface Props {
  label: string
  onSubmit: () => void
  /** Called by Escape and by the button beside `submit`. */
  onBack?: () => void
  submit?: ReactNode
  children: ReactNode
}

/** A form in a card. Control or Command with Enter submits it from any of its fields. */
export function SubForm({ label, onSubmit, onBack, submit, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useRestoreFocus(form, (it) => {
    const card = it.closest<HTMLElement>('.approval')
    return () => card
  })
  const submitted = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submitted(event)
    if (event.key === 'Escape' && onBack) {
      event.preventDefault()
      onBack()
    }
  }
  return (
    <form
      ref={form}
      className="approval-form stack"
      aria-label={label}
      onSubmit={submitted}
      onKeyDown={pressed}
      noValidate
    >
      {children}
      {onBack && (
        <div className="row wrap">
          {submit}
          <Button kind="quiet" shortcut="Esc" onClick={onBack}>
            Back
          </Button>
        </div>
      )}
    </form>
  )
}

interface DenyFormProps {
  label: string
  placeholder: string
  submit: string
  answering: Answering
  onBack: () => void
}

/** Denies with a message for the model. Enter sends it, Shift with Enter adds a line. */
export function DenyForm({ label, placeholder, submit, answering, onBack }: DenyFormProps) {
  const [message, setMessage] = useState('')
  const deny = () => void answering.run({ decision: 'deny', ...(message.trim() && { message }) })
  return (
    <SubForm
      label={label}
      onSubmit={deny}
      onBack={onBack}
      submit={
        <Button type="submit" kind="danger" shortcut="Enter" isPending={answering.isPending}>
          {submit}
        </Button>
      }
    >
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the user asked for it with a key or a button
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
          deny()
        }}
      />
    </SubForm>
  )
}
