import type { ButtonHTMLAttributes } from 'react'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'main' | 'plain' | 'danger' | 'quiet'
  size?: 'small' | 'normal'
  isPending?: boolean
}

/** While it is pending it says so, and cannot be pressed again. */
export function Button({ kind = 'plain', size = 'normal', isPending = false, disabled, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`button ${rest.className ?? ''}`}
      data-kind={kind}
      data-size={size}
      disabled={disabled || isPending}
      aria-busy={isPending}
    />
  )
}
