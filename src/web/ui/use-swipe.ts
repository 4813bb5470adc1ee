import { type PointerEvent, useRef } from 'react'

/** A shorter way, or one that goes up or down rather than aside, is a scroll or a tap. */
const MIN_WAY = 56

/**
 * Handlers of an element on which a finger swipes aside: `onSwipe(1)` for the next, to the left. The element needs
 * `touch-action: pan-y`, so that the browser leaves that direction to the page.
 */
export function useSwipe(onSwipe: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number; id: number }>(undefined)
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y, pointerId: id, target }: PointerEvent) => {
      start.current = pointerType === 'touch' && !scrollsAside(target) ? { x, y, id } : undefined
    },
    onPointerUp: ({ clientX, clientY, pointerId }: PointerEvent) => {
      const from = start.current
      start.current = undefined
      if (from?.id !== pointerId) return
      const aside = clientX - from.x
      if (Math.abs(aside) < MIN_WAY || Math.abs(aside) < 2 * Math.abs(clientY - from.y)) return
      onSwipe(aside < 0 ? 1 : -1)
    },
    onPointerCancel: () => {
      start.current = undefined
    },
  }
}

/** Code and tables scroll aside themselves. */
function scrollsAside(target: EventTarget): boolean {
  let at = target instanceof Element ? target : null
  for (; at; at = at.parentElement)
    if (at.scrollWidth > at.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(at).overflowX)) return true
  return false
}
