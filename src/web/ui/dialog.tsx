/** A modal dialog. The focus stays inside, Escape closes it, and then the focus returns to where it was. */
import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import { CloseIcon } from './icons.ts'
import { keepEscape } from './popup-escape.ts'
import './dialog.css'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
  /** The buttons, under a line. */
  foot?: ReactNode
  /** `large`: nearly the whole window, for what one looks into. */
  size?: 'normal' | 'large'
}

const FIELDS = '.dialog-body :is(input, textarea, select):not(:disabled)'

export function Dialog({ title, onClose, children, foot, size = 'normal' }: Props) {
  const popup = useRef<HTMLDivElement>(null)
  // A field is written in at once, but on a phone, where its keyboard would cover the dialog. The button that closes it comes
  // first in the page and is the last that anybody wants.
  const firstFocus = (type: string) => {
    const { current } = popup
    if (current?.contains(document.activeElement)) return document.activeElement as HTMLElement
    return (type !== 'touch' && current?.querySelector<HTMLElement>(FIELDS)) || current
  }
  return (
    <Base.Root
      open
      onOpenChange={(isOpen, details) => {
        keepEscape(details)
        if (!isOpen) onClose()
      }}
      disablePointerDismissal
    >
      <Base.Portal>
        <Base.Backdrop className="dialog-scrim" />
        <Base.Popup ref={popup} className="dialog" data-size={size} initialFocus={firstFocus}>
          <div className="dialog-head">
            <Base.Title>{title}</Base.Title>
            <IconButton label="Close" icon={CloseIcon} onClick={onClose} />
          </div>
          <div className="dialog-body">{children}</div>
          {foot && <div className="dialog-foot">{foot}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
