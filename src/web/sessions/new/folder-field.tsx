/** The folder of a new session: typed, taken from the recent ones, or found by looking into folders. */
import { useRef, useState } from 'react'
import type { Folders } from '../../../api/resources.ts'
import { Button } from '../../ui/button.tsx'
import { shortPath } from '../../ui/numbers.ts'
import { FolderList } from './folder-list.tsx'
import { folderPath, inside } from './paths.ts'

interface Props {
  known: Folders | undefined
  value: string
  onChange: (path: string) => void
  /** The cursor is in it. */
  onFocus: () => void
}
const MAX_RECENT = 6

export function FolderField({ known, value, onChange, onFocus }: Props) {
  const [isOpen, setOpen] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const recent = known?.recent.slice(0, MAX_RECENT) ?? []
  const begin = known?.path ?? ''
  const open = () => {
    setOpen(true)
    const from = value || begin
    if (from) onChange(inside(from))
  }
  return (
    <div className="field new-folder">
      <span id="new-folder-label">Folder</span>
      <div className="row">
        <input
          className="grow mono"
          aria-labelledby="new-folder-label"
          value={value}
          placeholder={begin || '/path/of/the/project'}
          autoComplete="off"
          spellCheck={false}
          onFocus={onFocus}
          onChange={({ target }) => {
            onChange(target.value)
            setOpen(true)
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' && isOpen) {
              event.preventDefault()
              list.current?.querySelector<HTMLElement>('.new-folder-names button')?.focus()
            }
            if (event.key === 'Escape' && isOpen) setOpen(false)
          }}
        />
        <Button aria-expanded={isOpen} onClick={() => (isOpen ? setOpen(false) : open())}>
          {isOpen ? 'Done' : 'Browse'}
        </Button>
      </div>
      {recent.length > 0 && (
        <fieldset className="new-set row wrap new-recent" aria-label="Recent folders">
          {recent.map((path) => (
            <button
              key={path}
              type="button"
              className="button"
              data-size="small"
              title={path}
              aria-pressed={folderPath(value) === path}
              onClick={() => {
                onChange(path)
                setOpen(false)
              }}
            >
              {shortPath(path)}
            </button>
          ))}
        </fieldset>
      )}
      {isOpen && (
        <div ref={list}>
          <FolderList typed={value || inside(begin)} onChange={onChange} />
        </div>
      )}
    </div>
  )
}
