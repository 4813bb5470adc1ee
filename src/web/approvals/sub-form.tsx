import { type FormEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useRestoreFocus } from '../ui/restore-focus.ts'

interface Props {
  label: string
  onSubmit: () => void
  /** With Escape, back to where one was. */
  onBack?: () => void
  children: ReactNode
}

/** A form in a card. Control or Command with Enter sends it from any of its fields. */
export function SubForm({ label, onSubmit, onBack, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useRestoreFocus(form, (it) => {
    const card = it.closest<HTMLElement>('.approval')
    return () => card
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit(event)
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
      onSubmit={submit}
      onKeyDown={pressed}
      noValidate
    >
      {children}
    </form>
  )
}
