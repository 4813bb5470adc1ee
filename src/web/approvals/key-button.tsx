import type { ComponentProps } from 'react'
import { Button } from '../ui/button.tsx'
import { KeyHint } from './key-hint.tsx'

interface Props extends ComponentProps<typeof Button> {
  /** Shown on the button while it works. */
  shortcut?: string | false
}

/** A button that shows the key which does the same. */
export function KeyButton({ shortcut, children, ...rest }: Props) {
  return (
    <Button {...rest} {...(shortcut && { 'aria-keyshortcuts': shortcut })}>
      {children}
      {shortcut && <KeyHint name={shortcut} />}
    </Button>
  )
}
