import { type ReactNode, useState } from 'react'
import { ClosedIcon } from './icons.ts'

/** The sign of a `summary` or of a button with `aria-expanded`: it turns when that is open. */
export function DisclosureSign() {
  return <ClosedIcon className="disclosure-sign" />
}

/** Details under one line; they are made when they are opened. */
export function Disclosure({ label, children }: { label: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="disclosure" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <DisclosureSign />
        {label}
      </summary>
      {isOpen && children}
    </details>
  )
}
