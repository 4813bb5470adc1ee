import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** The width below which a view has the screen of a phone to itself. */
export const PHONE = '(max-width: 40rem)'
/** A finger: no hover, no Shift with Enter, and the keyboard covers half of the screen. */
export const TOUCH = '(pointer: coarse)'
