import { type RefObject, useLayoutEffect } from 'react'

/**
 * When the element with the focus is removed, another one gets the focus, so that keyboard users keep their place. `targetOf` is
 * called while the element is still there, and the function that it returns after the page has changed: React does not
 * report focus events while it updates the page.
 */
export function useRestoreFocus(
  ref: RefObject<HTMLElement | null>,
  targetOf: (element: HTMLElement) => () => HTMLElement | null,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the element is removed
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const target = targetOf(element)
      queueMicrotask(() => {
        if (!element.isConnected) target()?.focus({ preventScroll: true })
      })
    }
  }, [])
}
