/**
 * When what has the focus is taken from the page, the focus goes to its heir: a person on the keyboard is not left without a
 * place. Not at once: while the page is changed, nobody hears that the focus moves.
 */
import { type RefObject, useLayoutEffect } from 'react'

/** `heirOf` is asked while the element is still there, what it answers when it is gone and the rest of the page is new. */
export function useRestoreFocus(
  ref: RefObject<HTMLElement | null>,
  heirOf: (element: HTMLElement) => () => HTMLElement | null,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the moment when the element goes
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const heir = heirOf(element)
      queueMicrotask(() => {
        if (!element.isConnected) heir()?.focus({ preventScroll: true })
      })
    }
  }, [])
}
