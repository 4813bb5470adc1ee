import { useEffect, useRef } from 'react'

export interface PaletteEntry {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly help?: string
}

interface Props {
  id: string
  label: string
  entries: readonly PaletteEntry[]
  chosen: number
  note: string | undefined
  onChoose: (index: number) => void
}

/** Completions for the token at the caret. The field keeps the focus and handles the keys. */
export function Palette({ id, label, entries, chosen, note, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <div className="palette">
      {note && <p className="soft small palette-note">{note}</p>}
      <div ref={list} role="listbox" id={id} aria-label={label} tabIndex={-1}>
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          <div
            key={entry.name}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className="palette-entry"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(index)}
          >
            <span className="mono">{entry.label}</span>
            {entry.hint && <span className="soft small mono">{entry.hint}</span>}
            {entry.help && <span className="soft small cut">{entry.help}</span>}
          </div>
        ))}
      </div>
    </div>
  )
}
