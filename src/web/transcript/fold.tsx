import type { ReactNode } from 'react'
import { useFold } from './folds.ts'

interface Props {
  /** Its name among the folds of the session. */
  name: string
  label: ReactNode
  startsOpen?: boolean
  /** Made when it is opened. */
  children: () => ReactNode
}

/** A line that opens to what is below it. */
export function Fold({ name, label, startsOpen = false, children }: Props) {
  const [isOpen, toggle] = useFold(name, startsOpen)
  return (
    <div className="fold">
      <button type="button" className="fold-button" aria-expanded={isOpen} onClick={toggle}>
        {label}
      </button>
      {isOpen && <div className="fold-body">{children()}</div>}
    </div>
  )
}
