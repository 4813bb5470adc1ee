/** Drafts and preferences in the browser's storage. A browser that cannot store anything causes no error. */
import { useCallback, useSyncExternalStore } from 'react'

const PREFIX = 'fairlead:'

export function stored(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined
  } catch {
    return undefined
  }
}

/** The rest of the names of all entries that begin with `start`. */
export function storedNames(start: string): string[] {
  const whole = PREFIX + start
  try {
    return Object.keys(localStorage).flatMap((name) =>
      name.startsWith(whole) ? name.slice(whole.length) : [],
    )
  } catch {
    return []
  }
}

/** Removes the entry if `value` is undefined or empty. */
export function store(name: string, value: string | undefined): void {
  try {
    if (value) localStorage.setItem(PREFIX + name, value)
    else localStorage.removeItem(PREFIX + name)
  } catch {
    // The storage is full or forbidden: the value lives as long as the component that holds it.
  }
  notify()
}

/** The browser itself sends this event to the other tabs only. */
export function notify(): void {
  dispatchEvent(new StorageEvent('storage'))
}

export function subscribe(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

export function useStored(name: string): [string | undefined, (value: string | undefined) => void] {
  const value = useSyncExternalStore(subscribe, () => stored(name))
  const set = useCallback((next: string | undefined) => store(name, next), [name])
  return [value, set]
}
