/**
 * Keeps the end of the list in view while it grows, until the user scrolls up, and again when they are back at the end. It
 * lives as long as the list. When the list moves by itself (sizes become known, a row grows), that never counts as the
 * user's choice: only scrolling up does.
 */
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

/** This many pixels from the end still count as the end. */
const NEAR = 40
/** How far the list may grow when the user clicks something. */
const PRESSED_NEAR = 120

export interface Stick {
  readonly isStuck: boolean
  /** The number of items when the user left the end. */
  readonly countThen: number
  readonly onScroll: () => void
  readonly onResize: () => void
  /** The user clicked something in the list: what opens below it must not push it out of view. */
  readonly onPress: () => void
  readonly toEnd: () => void
  readonly leaveEnd: () => void
}

export function useStick(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  startsStuck: boolean,
): Stick {
  const [isStuck, setStuck] = useState(startsStuck)
  const [countThen, setCountThen] = useState(count)
  const now = useRef({ isStuck: startsStuck, isHeld: false, top: 0, height: 0, count })
  now.current.count = count

  const set = useCallback((value: boolean) => {
    if (now.current.isStuck === value) return
    now.current.isStuck = value
    setStuck(value)
    setCountThen(now.current.count)
  }, [])
  const follow = useCallback(() => {
    const element = scroller.current
    if (!element || now.current.isHeld) return
    if (now.current.isStuck) element.scrollTop = element.scrollHeight
    else if (isAtEnd(element)) set(true)
  }, [scroller, set])
  const onPress = useCallback(() => {
    if (now.current.isHeld) return
    now.current.isHeld = true
    // The first frame renders what the click opened; in the second its size is known.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        now.current.isHeld = false
        const element = scroller.current
        if (element && !isAtEnd(element, PRESSED_NEAR)) set(false)
      }),
    )
  }, [scroller, set])
  const onScroll = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const { scrollTop, scrollHeight } = element
    const { top, height } = now.current
    now.current.top = scrollTop
    now.current.height = scrollHeight
    // The browser itself moves a list that became shorter.
    if (isAtEnd(element)) set(true)
    else if (scrollTop < top && scrollHeight >= height) set(false)
  }, [scroller, set])
  const toEnd = useCallback(() => {
    set(true)
    follow()
  }, [set, follow])
  const leaveEnd = useCallback(() => set(false), [set])

  // biome-ignore lint/correctness/useExhaustiveDependencies: more items make the list longer
  useLayoutEffect(follow, [follow, count])
  return { isStuck, countThen, onScroll, onResize: follow, onPress, toEnd, leaveEnd }
}

function isAtEnd({ scrollHeight, clientHeight, scrollTop }: HTMLElement, near = NEAR): boolean {
  return scrollHeight - clientHeight - scrollTop <= near
}
