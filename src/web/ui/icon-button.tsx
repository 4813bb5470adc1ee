import { Button, type ButtonProps } from './button.tsx'
import type { Icon } from './icons.ts'

interface Props extends Omit<ButtonProps, 'children' | 'shortcut' | 'aria-label'> {
  [data: `data-${string}`]: string | undefined
  /** Its name, which the tooltip shows too. */
  label: string
  icon: Icon
  /** Shown in the tooltip. */
  shortcut?: string | undefined
}

/** A button that shows only an icon. */
export function IconButton({ label, icon: Shown, kind = 'quiet', shortcut, isPending, ...rest }: Props) {
  const isBusy = isPending ?? rest.action?.isPending ?? false
  return (
    <Button
      {...rest}
      kind={kind}
      isPending={isBusy}
      data-icon
      aria-label={label}
      aria-keyshortcuts={shortcut}
      data-tip={label}
      data-tip-key={shortcut}
    >
      {!isBusy && <Shown />}
    </Button>
  )
}
