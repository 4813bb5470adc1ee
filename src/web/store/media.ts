import { type RefObject, useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react'

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

/** Whether an element has less width than this now. */
export function useNarrow(element: RefObject<HTMLElement | null>, below: number): boolean {
  const [isNarrow, setNarrow] = useState(false)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const measure = () => setNarrow(current.clientWidth < below)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, below])
  return isNarrow
}

/** The width below which a view has the screen of a phone to itself. */
export const PHONE = '(max-width: 40rem)'
/** A finger: no hover, no Shift with Enter, and the keyboard covers half of the screen. */
export const TOUCH = '(pointer: coarse)'
