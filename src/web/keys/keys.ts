/**
 * Keyboard shortcuts. Each mounted component registers its own; the shortcut sheet lists those that are registered. A key
 * typed into a field is text, unless the shortcut has `inFields`.
 */
import { createContext, useContext, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { Signal } from '../store/signal.ts'

export interface Shortcut {
  /** As in `KeyboardEvent.key`, with `Mod+` for Control or Command: `j`, `Escape`, `Mod+Enter`, `?`. */
  readonly key: string
  /** Empty for a key that only keeps others from having it: the sheet does not list it. */
  readonly does: string
  readonly run: (event: KeyboardEvent) => void
  readonly inFields?: boolean
}
export interface Group {
  readonly name: string
  readonly shortcuts: readonly Shortcut[]
}

const NONE: readonly Shortcut[] = []

/** The group registered last comes first: what is in front wins. */
let groups: readonly Group[] = []
const changed = new Signal()

function setGroups(next: readonly Group[]): void {
  groups = next
  changed.notify()
}

function isField(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  // Nobody types into these: they use only the keys that move and check them.
  if (target.matches('input:is([type=checkbox], [type=radio])')) return key === ' ' || key.startsWith('Arrow')
  // A select takes letters too: they find an option.
  return target.matches('input, textarea, [role=combobox], [contenteditable=true]')
}

/** What Enter presses when it has the focus. */
function isPressed(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, summary, [role=option]') !== null
}

let isByLetter = false
/** Whether the last thing that a person did was a shortcut of one letter, such as `j` for the next session. */
export const openedByLetter = (): boolean => isByLetter

function pressed(event: KeyboardEvent): void {
  isByLetter = false
  if (event.defaultPrevented || event.isComposing || event.altKey) return
  // Whatever is behind an open dialog is out of reach, and Escape belongs to what is in front.
  if (document.querySelector('.dialog[data-open]')) return
  if (event.target instanceof Element && event.target.closest('.popup')) return
  const name = `${event.ctrlKey || event.metaKey ? 'Mod+' : ''}${event.key}`
  const inField = isField(event.target, event.key)
  for (const { shortcuts } of [...groups].reverse()) {
    const found = shortcuts.find((it) => it.key === name && (!inField || it.inFields))
    if (!found || (name === 'Enter' && isPressed(event.target))) continue
    event.preventDefault()
    isByLetter = name.length === 1
    found.run(event)
    return
  }
}

export function listenToKeys(): void {
  addEventListener('keydown', pressed)
  addEventListener('pointerdown', () => {
    isByLetter = false
  })
}

/** False around a part of the page whose keys do not work now, such as a pane of the split view without the focus. */
export const HasKeys = createContext(true)

/** Pass an empty list while there are none. */
export function useShortcuts(name: string, shortcuts: readonly Shortcut[]): void {
  const hasKeys = useContext(HasKeys)
  const latest = useRef(shortcuts)
  latest.current = hasKeys ? shortcuts : NONE
  // In a layout effect: a key works as soon as the page shows it, and no longer than that.
  const shape = latest.current.map(({ key, does }) => `${key} ${does}`).join('\n')
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
  return useSyncExternalStore(changed.subscribe, () => groups)
}
