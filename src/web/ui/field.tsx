/** A labelled control with a hint or an error under it. */
import { type ComponentProps, type ReactNode, useId } from 'react'
import { ErrorIcon } from './icons.ts'

interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
}

interface Props {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  className?: string
  /** Takes the props that tie the control to its label and hint. */
  children: (control: ControlProps) => ReactNode
}

export function Field({ label, hint, error, className = '', children }: Props) {
  const id = useId()
  const about = `${id}-about`
  const isWrong = error !== undefined
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': hint || isWrong ? about : undefined, 'aria-invalid': isWrong })}
      {isWrong ? (
        <span id={about} className="field-error" role="alert">
          <ErrorIcon />
          {error}
        </span>
      ) : (
        hint && (
          <span id={about} className="soft">
            {hint}
          </span>
        )
      )}
    </div>
  )
}

interface Text {
  onText: (text: string) => void
}

export function Input({ onText, ...rest }: ComponentProps<'input'> & Text) {
  return <input {...rest} onChange={({ target }) => onText(target.value)} />
}

export function Textarea({ onText, ...rest }: ComponentProps<'textarea'> & Text) {
  return <textarea {...rest} onChange={({ target }) => onText(target.value)} />
}
