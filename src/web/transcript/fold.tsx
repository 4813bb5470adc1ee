import type { ReactNode } from 'react'
import { DisclosureSign } from '../ui/disclosure.tsx'
import { useFold } from './folds.ts'

interface Props {
  /** The key of its open state within the session. */
  name: string
  label: ReactNode
  startsOpen?: boolean
  /** Rendered when it is open. */
  children: () => ReactNode
}

export function Fold({ name, label, startsOpen = false, children }: Props) {
  const [isOpen, toggle] = useFold(name, startsOpen)
  return (
    <div className="fold">
      <button type="button" className="fold-button" aria-expanded={isOpen} onClick={toggle}>
        <DisclosureSign />
        {label}
      </button>
      {isOpen && <div className="fold-body">{children()}</div>}
    </div>
  )
}
