import type { ReactNode } from 'react'
import './switch.css'

interface Props {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  children: ReactNode
}

/** Takes effect at once. What is sent with a form is a `Checkbox`. */
export function Switch({ checked, onChange, disabled, children }: Props) {
  return (
    <label className="row">
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      {children}
    </label>
  )
}
