/** A modal dialog. The focus stays inside, Escape closes it, and then the focus returns to where it was. */
import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
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

export function Dialog({ title, onClose, children, foot, size = 'normal' }: Props) {
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
        <Base.Popup className="dialog" data-size={size}>
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
