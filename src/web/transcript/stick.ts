/**
 * Keeps the end of the list in view while it grows, until somebody scrolls up; and again once they are back at the end.
 * Lives as long as the list. What moves the list by itself (sizes that become known, a row that grows) never counts as
 * somebody's wish: only the way up does.
 */
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

/** So near to the end counts as the end. */
const NEAR = 40
/** So far it may grow by itself while somebody presses something. */
const PRESSED_NEAR = 120

export interface Stick {
  readonly isStuck: boolean
  /** How many items there were when the end was left. */
  readonly countThen: number
  readonly onScroll: () => void
  readonly onResize: () => void
  /** Somebody pressed something in the list: what opens below it must not push it out of view. */
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
    // The first frame shows what was pressed for; in the second its size is known.
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
    // A list that became shorter was moved by the browser.
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
