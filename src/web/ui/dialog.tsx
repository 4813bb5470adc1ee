/** A modal dialog. The browser keeps the focus inside and closes it on Escape; then the focus returns to where it was. */
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
}

export function Dialog({ title, onClose, children }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = element.current
    const before = document.activeElement
    if (dialog && !dialog.open) dialog.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={onClose}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <Button kind="quiet" aria-label="Close" onClick={onClose}>
          ✕
        </Button>
      </div>
      <div className="dialog-body">{children}</div>
    </dialog>
  )
}
