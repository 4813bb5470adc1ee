/**
 * Keys in a list that is one Tab stop: arrows, Home and End move the focus, letters find a title. Letters are never passed on to the
 * page's shortcuts from here, so that a name that is typed decides nothing; `j` and `k` are, where no title begins with them.
 */
import type { KeyboardEvent } from 'react'

/** A pause that long begins another word. */
const PAUSE_MS = 700
let typed = { text: '', at: 0 }

export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')]
  const at = entries.indexOf(event.target as HTMLElement)
  if (at < 0) return
  const target = targetOf(event.key, entries, at)
  if (target) {
    event.preventDefault()
    target.focus()
  } else if (isLetter(event.key) && !/^[jk]$/.test(event.key)) event.preventDefault()
}

function targetOf(key: string, entries: readonly HTMLElement[], at: number): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return entries[at + 1] ?? entries[at]
    case 'ArrowUp':
      return entries[at - 1] ?? entries[at]
    case 'Home':
      return entries[0]
    case 'End':
      return entries.at(-1)
    default:
      return isLetter(key) && entries[at]?.matches(':focus-visible') ? titled(key, entries, at) : undefined
  }
}

function isLetter(key: string): boolean {
  return /^[\p{L}\p{N}]$/u.test(key)
}

/** The next entry whose title begins with what was typed. */
function titled(key: string, entries: readonly HTMLElement[], at: number): HTMLElement | undefined {
  const now = performance.now()
  const text = (now - typed.at < PAUSE_MS ? typed.text : '') + key.toLowerCase()
  typed = { text, at: now }
  const from = text.length === 1 ? at + 1 : at
  const inOrder = [...entries.slice(from), ...entries.slice(0, from)]
  return inOrder.find(({ dataset }) => dataset.title?.toLowerCase().startsWith(text))
}
