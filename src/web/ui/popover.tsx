/** A small panel at a button, for what is read or set beside the page. */
import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { keepEscape } from './popup-escape.ts'
import './popover.css'
import './popup.css'

interface Props {
  title: string
  /** The button that opens it. */
  button: ReactElement
  children: ReactNode
}

export function Popover({ title, button, children }: Props) {
  return (
    <Base.Root onOpenChange={(_, details) => keepEscape(details)}>
      <Base.Trigger render={button} />
      <Base.Portal>
        <Base.Positioner className="positioner" sideOffset={6}>
          <Base.Popup className="popup popover">
            <Base.Title className="popover-title">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
