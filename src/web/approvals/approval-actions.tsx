/** The answers to an approval: each is a button that shows its key while the key works. */
import type { ComponentProps, ReactNode } from 'react'
import { type Shortcut, useShortcuts } from '../keys/keys.ts'
import { Button } from '../ui/button.tsx'

interface ApprovalAction {
  readonly label: string
  readonly key?: string
  /** Shown in the list of shortcuts. */
  readonly does?: string
  readonly run: () => void
  readonly kind?: ComponentProps<typeof Button>['kind']
  readonly isDisabled?: boolean
}

interface Props {
  name: string
  hasKeys: boolean
  isPending: boolean
  /** The first one is the main answer; in a form it is the submit button. */
  actions: readonly (ApprovalAction | false)[]
  isForm?: boolean
  /** Keys without a button. */
  otherKeys?: readonly Shortcut[]
  children?: ReactNode
}

export function ApprovalActions({
  name,
  hasKeys,
  isPending,
  actions,
  isForm,
  otherKeys = [],
  children,
}: Props) {
  const shown = actions.filter((it) => it !== false)
  const keys = shown.flatMap(({ key, does = '', run }) => (key === undefined ? [] : [{ key, does, run }]))
  const once = [...otherKeys, ...keys].map((it) => ({
    ...it,
    // A key that is held down answers once, and not the next approval too.
    run: (event: KeyboardEvent) => {
      if (!event.repeat) it.run(event)
    },
  }))
  useShortcuts(name, hasKeys && !isPending ? once : [])
  return (
    <div className="approval-actions">
      {children}
      {shown.map(({ label, key, run, kind, isDisabled = false }, index) => (
        <Button
          key={label}
          kind={kind ?? (index === 0 ? 'primary' : 'plain')}
          shortcut={hasKeys && key}
          {...(index === 0 ? { isPending, disabled: isDisabled } : { disabled: isPending })}
          {...(index === 0 && isForm ? { type: 'submit' } : { onClick: run })}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
