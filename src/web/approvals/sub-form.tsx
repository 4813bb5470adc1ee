import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { useRestoreFocus } from '../ui/restore-focus.ts'
import type { Answering } from './answer.ts'

interface Props {
  label: string
  onSubmit: () => void
  /** Called by Escape. */
  onBack?: () => void
  children: ReactNode
}

/** A form in a card. Control or Command with Enter submits it from any of its fields. */
export function SubForm({ label, onSubmit, onBack, children }: Props) {
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
      className="approval-form"
      aria-label={label}
      onSubmit={submitted}
      onKeyDown={pressed}
      noValidate
    >
      {children}
    </form>
  )
}

interface StepFormProps extends Props {
  answering: Answering
  onBack: () => void
  /** The buttons before Back. */
  submit: ReactNode
}

/** A step on the way to an answer, with its own buttons in place of the answers. */
export function StepForm({ answering, submit, children, ...form }: StepFormProps) {
  const step = useRef<HTMLDivElement>(null)
  useEffect(() => {
    step.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <SubForm {...form}>
      <div ref={step} className="approval-step">
        {children}
      </div>
      <footer className="approval-bar">
        <Failure error={answering.error} />
        {submit}
        <Button kind="quiet" shortcut="Esc" data-answer="no" onClick={form.onBack}>
          Back
        </Button>
      </footer>
    </SubForm>
  )
}

interface DenyFormProps {
  label: string
  placeholder: string
  submit: string
  answering: Answering
  onBack: () => void
  /** Without it, the answer cannot end the turn. */
  canStop?: boolean
}

/** Denies with a message for the model. Enter sends it, Shift with Enter adds a line. */
export function DenyForm({ label, placeholder, submit, answering, onBack, canStop = false }: DenyFormProps) {
  const [message, setMessage] = useState('')
  const deny = (interrupt = false) =>
    void answering.run({
      decision: 'deny',
      ...(message.trim() && { message }),
      ...(interrupt && { interrupt }),
    })
  return (
    <StepForm
      label={label}
      onSubmit={() => deny()}
      onBack={onBack}
      answering={answering}
      submit={
        <>
          <Button type="submit" kind="danger-solid" shortcut="↵" isPending={answering.isPending}>
            {submit}
          </Button>
          {canStop && (
            <Button kind="danger" disabled={answering.isPending} onClick={() => deny(true)}>
              Deny and stop the turn
            </Button>
          )}
        </>
      }
    >
      <label className="field">
        <span>{label}</span>
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
      </label>
    </StepForm>
  )
}
