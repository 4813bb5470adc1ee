/** The answers to an approval: each is a button that shows its key while the key works. They stay in view at any height. */
import type { ComponentProps, ReactNode } from 'react'
import { type Shortcut, useShortcuts } from '../keys/keys.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { keyName } from '../ui/kbd.tsx'
import type { Answering } from './answer.ts'

export interface ApprovalAction {
  readonly label: string
  /** In a narrow card. */
  readonly shortLabel?: string
  readonly key?: string
  /** Shown in the list of shortcuts. */
  readonly does?: string
  readonly run: () => void
  readonly kind?: ComponentProps<typeof Button>['kind']
  readonly isDisabled?: boolean
  /**
   * Offered later: in a narrow card it has its place by then, so that the bar does not grow over what was just shown, and
   * elsewhere it is not there.
   */
  readonly isLater?: boolean
  /** Its key does nothing yet. */
  readonly isCalm?: boolean
  /** The answer is no: it stands at the right. */
  readonly isNo?: boolean
  /** Whether what it opens is open. */
  readonly isOpen?: boolean
  readonly isSubmit?: boolean
}

interface Props {
  name: string
  hasKeys: boolean
  answering: Answering
  actions: readonly (ApprovalAction | false)[]
  /** Keys without a button. */
  otherKeys?: readonly Shortcut[]
  children?: ReactNode
}

export function ApprovalActions({ name, hasKeys, answering, actions, otherKeys = [], children }: Props) {
  const { isPending, error } = answering
  const shown = actions.filter((it) => it !== false)
  const keys = shown.flatMap((action) => shortcutsOf(action))
  const once = [...otherKeys, ...keys].map((it) => ({
    ...it,
    // A key that is held down answers once, and not the next approval too.
    run: (event: KeyboardEvent) => {
      if (!event.repeat) it.run(event)
    },
  }))
  useShortcuts(name, hasKeys && !isPending ? once : [])
  return (
    <footer className="approval-bar">
      <Failure error={error} />
      {children}
      {shown.map(
        ({ label, shortLabel, key, run, isCalm, isNo, isOpen, isSubmit, isLater, ...rest }, index) => (
          <Button
            key={label}
            kind={rest.kind ?? (index === 0 ? 'primary' : 'plain')}
            shortcut={hasKeys && !isCalm && key !== undefined && keyName(key)}
            data-answer={isNo ? 'no' : undefined}
            data-later={isLater}
            {...(isOpen !== undefined && { 'aria-expanded': isOpen })}
            {...(index === 0
              ? { isPending, disabled: rest.isDisabled ?? false }
              : { disabled: isPending || isLater || (rest.isDisabled ?? false) })}
            {...(isSubmit ? { type: 'submit' } : { onClick: run })}
          >
            {shortLabel === undefined ? (
              label
            ) : (
              <>
                <span className="approval-wide">{label}</span>
                <span className="approval-narrow">{shortLabel}</span>
              </>
            )}
          </Button>
        ),
      )}
    </footer>
  )
}

function shortcutsOf({ key, does = '', run, isCalm, isLater, isDisabled }: ApprovalAction): Shortcut[] {
  return key === undefined || isCalm || isLater || isDisabled ? [] : [{ key, does, run }]
}
