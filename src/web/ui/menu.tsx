/** A menu button. The pointer, Enter, Space and an arrow key open the menu; letters find an entry; Escape and Tab close it. */
import { Menu as Base } from '@base-ui/react/menu'
import { Fragment, type ReactElement, useState } from 'react'
import { CheckIcon, type Icon } from './icons.ts'
import { Kbd } from './kbd.tsx'
import { keepEscape } from './popup-escape.ts'
import './popup.css'

export interface MenuEntry {
  readonly name: string
  readonly run: () => void
  readonly icon?: Icon
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
  /** Why the entry is disabled, or what it does. */
  readonly hint?: string
  readonly shortcut?: string
  /** For one of several choices: whether it is the present one. */
  readonly isChosen?: boolean
  /** A second line that explains the entry. */
  readonly about?: string
  /** A line above it. */
  readonly startsGroup?: boolean
  /** A line above it, and the name of the entries from here on. */
  readonly groupName?: string
}

interface Props {
  label: string
  entries: readonly MenuEntry[]
  /** The button that opens the menu. */
  children: ReactElement
}

export function Menu({ label, entries, children }: Props) {
  const [atOpening, setAtOpening] = useState<readonly MenuEntry[]>()
  const shown = atOpening ? inPlace(atOpening, entries) : entries
  return (
    <Base.Root
      modal={false}
      onOpenChange={(isOpen, details) => {
        keepEscape(details)
        if (isOpen) setAtOpening(entries)
      }}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) setAtOpening(undefined)
      }}
    >
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner className="positioner" sideOffset={4} align="end">
          <Base.Popup className="popup" aria-label={label}>
            {grouped(shown).map((group, index) => (
              <Fragment key={group[0]?.name}>
                {index > 0 && <Base.Separator className="popup-line" />}
                <Base.Group>
                  {group[0]?.groupName && (
                    <Base.GroupLabel className="popup-label">{group[0].groupName}</Base.GroupLabel>
                  )}
                  {group.map((entry) => (
                    <Entry key={entry.name} entry={entry} />
                  ))}
                </Base.Group>
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** An open menu keeps its entries where they are, so that nobody chooses the one that has just moved under the pointer. */
function inPlace(atOpening: readonly MenuEntry[], now: readonly MenuEntry[]): MenuEntry[] {
  const latest = new Map(now.map((entry) => [entry.name, entry]))
  return atOpening.map((entry) => latest.get(entry.name) ?? { ...entry, isDisabled: true })
}

function grouped(entries: readonly MenuEntry[]): MenuEntry[][] {
  const groups: MenuEntry[][] = []
  for (const entry of entries) {
    if (groups.length === 0 || entry.startsGroup || entry.groupName !== undefined) groups.push([entry])
    else groups.at(-1)?.push(entry)
  }
  return groups
}

function Entry({ entry }: { entry: MenuEntry }) {
  const { name, run, icon: Shown, isDangerous, isDisabled = false, hint, shortcut, isChosen, about } = entry
  const words = (
    <>
      {isChosen === undefined ? (
        Shown && <Shown />
      ) : (
        <span className="popup-check">{isChosen && <CheckIcon />}</span>
      )}
      {about === undefined ? (
        name
      ) : (
        <span className="popup-two">
          {name}
          <span className="soft">{about}</span>
        </span>
      )}
      {shortcut && <Kbd>{shortcut}</Kbd>}
    </>
  )
  const common = {
    className: 'popup-item',
    label: name,
    disabled: isDisabled,
    title: hint,
    onClick: run,
    'data-danger': isDangerous,
  }
  if (isChosen === undefined) return <Base.Item {...common}>{words}</Base.Item>
  return (
    <Base.CheckboxItem {...common} checked={isChosen} closeOnClick>
      {words}
    </Base.CheckboxItem>
  )
}
