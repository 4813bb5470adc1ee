/** What this browser remembers: drafts, preferences. A browser that stores nothing is no reason to fail. */
import { useCallback, useSyncExternalStore } from 'react'

const PREFIX = 'fairlead:'
const listeners = new Set<() => void>()

export function stored(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined
  } catch {
    return undefined
  }
}

/** Undefined or empty: forgotten. */
export function store(name: string, value: string | undefined): void {
  try {
    if (value) localStorage.setItem(PREFIX + name, value)
    else localStorage.removeItem(PREFIX + name)
  } catch {
    // Full, or forbidden: it is then remembered as long as the page is open by whoever holds it.
  }
  for (const listener of listeners) listener()
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

export function useStored(name: string): [string | undefined, (value: string | undefined) => void] {
  const value = useSyncExternalStore(subscribe, () => stored(name))
  const set = useCallback((next: string | undefined) => store(name, next), [name])
  return [value, set]
}
