import type { ButtonHTMLAttributes, MouseEvent } from 'react'
import type { Action } from '../store/action.ts'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'main' | 'plain' | 'danger' | 'quiet'
  size?: 'small' | 'normal'
  isPending?: boolean
  /** Runs on a click; the button is pending while it runs. */
  action?: Action<[]>
}

/** A pending button ignores clicks but keeps the focus, which a disabled one would lose. */
export function Button({
  kind = 'plain',
  size = 'normal',
  action,
  isPending = action?.isPending ?? false,
  onClick,
  ...rest
}: Props) {
  const pressed = (event: MouseEvent<HTMLButtonElement>) => {
    if (isPending) event.preventDefault()
    else if (action) void action.run()
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
