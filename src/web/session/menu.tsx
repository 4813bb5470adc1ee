/**
 * A menu button. The pointer, Enter, Space and an arrow key open it; arrow keys, Home and End move; Escape and Tab close
 * it.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

export interface MenuEntry {
  readonly name: string
  readonly run: () => void
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
  readonly hint?: string
}

interface Props {
  label: string
  children: ReactNode
  entries: readonly MenuEntry[]
}

export function Menu({ label, children, entries }: Props) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    focusEntry(root.current, 0)
    const outside = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false)
    }
    addEventListener('pointerdown', outside)
    return () => removeEventListener('pointerdown', outside)
  }, [isOpen])
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const pressed = (event: KeyboardEvent) => {
    if (!isOpen) return
    const all = entriesIn(root.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key]
    if (next !== undefined) focusEntry(root.current, next % all.length)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Tab') return setOpen(false)
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the menu in it
    <div ref={root} className="menu" onKeyDown={pressed}>
      <button
        ref={button}
        type="button"
        className="button"
        data-kind="quiet"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (isOpen || event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {children}
      </button>
      {isOpen && (
        <div role="menu" id={id} aria-label={label} className="menu-list">
          {entries.map(({ name, run, isDangerous, isDisabled, hint }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              aria-disabled={isDisabled}
              data-danger={isDangerous}
              title={hint}
              onClick={() => {
                if (isDisabled) return
                close()
                run()
              }}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

function entriesIn(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
}
function focusEntry(root: HTMLElement | null, index: number): void {
  entriesIn(root)[index]?.focus()
}
