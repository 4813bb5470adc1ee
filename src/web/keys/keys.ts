/**
 * Keyboard shortcuts. A component says which it has while it is there; the sheet shows all that are there now. A key typed
 * into a field is text, unless the shortcut says that it holds there too.
 */
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

export interface Shortcut {
  /** As in `KeyboardEvent.key`, with `Mod+` for Control or Command: `j`, `Escape`, `Mod+Enter`, `?`. */
  readonly key: string
  readonly does: string
  readonly run: (event: KeyboardEvent) => void
  /** Also while a field has the focus. */
  readonly inFields?: boolean
}
export interface Group {
  readonly name: string
  readonly shortcuts: readonly Shortcut[]
}

/** The last that came is asked first: what is in front wins. */
let groups: readonly Group[] = []
const listeners = new Set<() => void>()

function setGroups(next: readonly Group[]): void {
  groups = next
  for (const listener of listeners) listener()
}

function nameOf({ key, ctrlKey, metaKey }: KeyboardEvent): string {
  return `${ctrlKey || metaKey ? 'Mod+' : ''}${key}`
}

function isField(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  // Nothing is typed into these: they have but the keys that move and check them.
  if (target.matches('input:is([type=checkbox], [type=radio])')) return key === ' ' || key.startsWith('Arrow')
  return target.matches('input, textarea, select, [contenteditable=true]')
}

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return
  // What is behind an open dialog cannot be reached, and Escape is the dialog's own.
  if (document.querySelector('dialog[open]')) return
  const name = nameOf(event)
  const inField = isField(event.target, event.key)
  for (const { shortcuts } of [...groups].reverse()) {
    const found = shortcuts.find((it) => it.key === name && (!inField || it.inFields))
    if (!found) continue
    event.preventDefault()
    found.run(event)
    return
  }
}

export function listenToKeys(): void {
  addEventListener('keydown', pressed)
}

/** An empty list: none at the moment. */
export function useShortcuts(name: string, shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  // With what the page shows, not a moment later: a key that is shown works, one of a card that is gone does not.
  const shape = shortcuts.map(({ key, does }) => `${key} ${does}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` stands for the shortcuts, which are new in each render
  useLayoutEffect(() => {
    const group: Group = {
      name,
      shortcuts: latest.current.map((it) => ({
        ...it,
        run: (event) => latest.current.find(({ key }) => key === it.key)?.run(event),
      })),
    }
    setGroups([...groups, group])
    return () => setGroups(groups.filter((it) => it !== group))
  }, [name, shape])
}

export function useShortcutGroups(): readonly Group[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => groups,
  )
}
