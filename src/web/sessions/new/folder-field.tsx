import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Folders } from '../../../api/resources.ts'
import { api } from '../../store/connection.ts'
import { useFetched } from '../../store/fetched.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { ErrorIcon, FolderIcon } from '../../ui/icons.ts'
import { shortPath } from '../../ui/numbers.ts'
import { crumbs, folderPath, inside, typedPath } from './paths.ts'

interface Props {
  known: Pick<Folders, 'path' | 'recent'> | undefined
  value: string
  onChange: (path: string) => void
  onFocus: () => void
  /** Why the host refused the folder. */
  error: string | undefined
  /** Whether its folders are those of this host. */
  canBrowse: boolean
}
const MAX_RECENT = 6

export function FolderField({ known, value, onChange, onFocus, error, canBrowse }: Props) {
  const [isOpened, setOpen] = useState(false)
  const isOpen = isOpened && canBrowse
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
      <span id="new-folder-label">Project folder</span>
      {recent.length > 0 && (
        <fieldset className="new-set new-recent" aria-label="Recent projects">
          {recent.map((path) => (
            <button
              key={path}
              type="button"
              className="new-project"
              title={path}
              aria-pressed={folderPath(value) === path}
              onClick={() => {
                onChange(path)
                setOpen(false)
              }}
            >
              <FolderIcon />
              <span className="cut">
                <strong>{path.slice(path.lastIndexOf('/') + 1) || path}</strong>
              </span>
              <span className="cut soft">{shortPath(path, 3)}</span>
            </button>
          ))}
        </fieldset>
      )}
      <div className="row">
        <input
          className="grow mono"
          aria-labelledby="new-folder-label"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : 'new-folder-error'}
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
        {canBrowse && (
          <Button aria-expanded={isOpen} onClick={() => (isOpen ? setOpen(false) : open())}>
            {isOpen ? 'Done' : 'Browse'}
          </Button>
        )}
      </div>
      {error !== undefined && (
        <span id="new-folder-error" className="field-error" role="alert">
          <ErrorIcon />
          {error}
        </span>
      )}
      {isOpen && (value || begin) && (
        <div ref={list}>
          <FolderList typed={value || inside(begin)} onChange={onChange} />
        </div>
      )}
    </div>
  )
}

/** The folders inside the typed path. Arrow keys move, Enter opens a folder, Backspace goes up. */
function FolderList({ typed, onChange }: { typed: string; onChange: (path: string) => void }) {
  const { folder, beginning } = typedPath(typed)
  const { value, error, isPending } = useFetched(folder && `folder:${folder}`, () =>
    api.call('listFolders', { query: { path: folder } }),
  )
  const root = useFetched(value && 'root', () => topOf(value?.path ?? '/', value?.parent ?? null))
  const list = useRef<HTMLUListElement>(null)
  const isEntering = useRef(false)
  const path = value?.path
  // The pressed button is gone with its folder: the focus moves to the first one of the new folder.
  useEffect(() => {
    if (path === undefined || !isEntering.current) return
    isEntering.current = false
    const here = list.current?.closest('.new-folder')
    const { activeElement, body } = document
    // A user who moved on to another field stays there, however late the folder arrives.
    if (activeElement !== null && activeElement !== body && !here?.contains(activeElement)) return
    const [first] = list.current?.getElementsByTagName('button') ?? []
    const next = first ?? here?.querySelector('input')
    next?.focus()
  }, [path])
  if (folder === undefined) return <p className="soft small">Enter a path that starts with a slash.</p>
  const names = value?.folders.filter(({ name }) => name.toLowerCase().startsWith(beginning.toLowerCase()))
  const enter = (to: string) => {
    isEntering.current = to !== path
    onChange(inside(to))
  }
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const parent = value?.parent
    if ((event.key === 'Backspace' || event.key === 'ArrowLeft') && parent) enter(parent)
    else if (event.key === 'ArrowRight') (event.target as HTMLElement).click()
    else if (!moved(event)) return
    event.preventDefault()
  }
  return (
    <div className="new-folders card">
      <nav className="new-crumbs" aria-label="Folder path">
        {crumbs(path ?? folder, root.value ?? path ?? folder).map(({ name, path: to }, index) => (
          <span key={to}>
            {index > 0 && <span className="soft"> / </span>}
            <button type="button" className="new-crumb" onClick={() => enter(to)}>
              {name}
            </button>
          </span>
        ))}
      </nav>
      <Failure error={error} />
      {isPending && !value && <p className="soft">Reading the folder…</p>}
      {names && (
        <ul ref={list} className="new-folder-names" aria-label="Folders inside" onKeyDown={keys}>
          {names.map(({ name, path: to, isRepository }) => (
            <li key={to}>
              <button type="button" onClick={() => enter(to)}>
                <span className="cut grow">{name}</span>
                {isRepository && <span className="tag">git</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {names?.length === 0 && (
        <p className="soft small">
          {beginning ? `No folder here starts with “${beginning}”.` : 'No folders inside.'}
        </p>
      )}
    </div>
  )
}

/** The host reports for each folder whether its parent may be opened. */
async function topOf(path: string, parent: string | null): Promise<string> {
  let [at, up] = [path, parent]
  while (up !== null) {
    const above = await api.call('listFolders', { query: { path: up } })
    at = above.path
    up = above.parent
  }
  return at
}

function moved(event: KeyboardEvent<HTMLElement>): boolean {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by === undefined) return false
  const all = [...event.currentTarget.querySelectorAll('button')]
  const at = all.indexOf(event.target as HTMLButtonElement) + by
  if (at < 0) event.currentTarget.closest('.new-folder')?.querySelector('input')?.focus()
  else all[at]?.focus()
  return true
}
