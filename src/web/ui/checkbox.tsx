import type { ReactNode } from 'react'

interface Props {
  checked: boolean
  onChange: (checked: boolean) => void
  className?: string
  disabled?: boolean
  'aria-label'?: string
  children: ReactNode
}

export function Checkbox({ checked, onChange, className = 'row', children, ...rest }: Props) {
  return (
    <label className={className}>
      <input
        {...rest}
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      {children}
    </label>
  )
}
