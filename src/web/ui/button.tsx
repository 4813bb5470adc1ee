import type { ButtonHTMLAttributes, MouseEvent } from 'react'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'main' | 'plain' | 'danger' | 'quiet'
  size?: 'small' | 'normal'
  isPending?: boolean
}

/** A pending button ignores clicks but keeps the focus, which a disabled one would lose. */
export function Button({ kind = 'plain', size = 'normal', isPending = false, onClick, ...rest }: Props) {
  const pressed = (event: MouseEvent<HTMLButtonElement>) => {
    if (isPending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={`button ${rest.className ?? ''}`}
      data-kind={kind}
      data-size={size}
      aria-disabled={isPending || undefined}
      aria-busy={isPending}
      onClick={pressed}
    />
  )
}
