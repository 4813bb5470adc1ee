import type { ButtonHTMLAttributes, MouseEvent } from 'react'
import type { Action } from '../store/action.ts'
import { KeyHint } from './kbd.tsx'
import { Spinner } from './spinner.tsx'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** One primary button per group. */
  kind?: 'primary' | 'plain' | 'quiet' | 'danger' | 'danger-solid'
  size?: 'small' | 'normal' | 'touch'
  isPending?: boolean
  /** Runs on a click; the button is pending while it runs. */
  action?: Action<[]>
  /** The key that presses the button now; screen readers get it too. */
  shortcut?: string | false | undefined
}

/** A pending button ignores clicks but keeps the focus, which a disabled one would lose. */
export function Button({
  kind = 'plain',
  size = 'normal',
  action,
  isPending = action?.isPending ?? false,
  shortcut,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const pressed = (event: MouseEvent<HTMLButtonElement>) => {
    if (isPending) event.preventDefault()
    else if (action) void action.run()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...(shortcut && { 'aria-keyshortcuts': shortcut })}
      {...rest}
      className={`button ${rest.className ?? ''}`}
      data-kind={kind}
      data-size={size}
      aria-disabled={isPending || undefined}
      aria-busy={isPending}
      onClick={pressed}
    >
      {isPending && <Spinner />}
      {children}
      {shortcut && <KeyHint name={shortcut} />}
    </button>
  )
}
