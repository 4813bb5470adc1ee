/**
 * Keeps the end of the list in view while it grows, until the user scrolls up, and again when they are back at the end. It
 * lives as long as the list. When the list moves by itself (sizes become known, a row grows), that never counts as the
 * user's choice: only scrolling up does, which is a move up of a list that keeps its size, or one that follows a wheel, a
 * finger, a key or the scroll bar.
 */
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

/** This many pixels from the end still count as the end. */
const NEAR = 40
/** How far the list may grow when the user clicks something. */
const PRESSED_NEAR = 120
/** How long a list may still move because of what the user did. */
const INTENT_MS = 500

export interface Stick {
  readonly isStuck: boolean
  /** The number of items when the user left the end. */
  readonly countThen: number
  readonly onScroll: () => void
  readonly onResize: () => void
  /** The user touches what scrolls: a wheel, a finger, a key, or the scroll bar. */
  readonly onIntent: () => void
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
  const now = useRef({
    isStuck: startsStuck,
    isHeld: false,
    top: 0,
    height: 0,
    view: 0,
    moved: Number.NEGATIVE_INFINITY,
    count,
  })
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
    const { scrollTop, scrollHeight, clientHeight } = element
    const { top, height, view, moved } = now.current
    Object.assign(now.current, { top: scrollTop, height: scrollHeight, view: clientHeight })
    if (isAtEnd(element)) return set(true)
    if (scrollTop >= top) return
    const isSameSize = scrollHeight === height && clientHeight === view
    if (isSameSize || performance.now() - moved < INTENT_MS) set(false)
    else follow()
  }, [scroller, set, follow])
  const onIntent = useCallback(() => {
    now.current.moved = performance.now()
  }, [])
  const toEnd = useCallback(() => {
    set(true)
    follow()
  }, [set, follow])
  const leaveEnd = useCallback(() => set(false), [set])

  // biome-ignore lint/correctness/useExhaustiveDependencies: more items make the list longer
  useLayoutEffect(follow, [follow, count])
  return { isStuck, countThen, onScroll, onResize: follow, onIntent, onPress, toEnd, leaveEnd }
}

function isAtEnd({ scrollHeight, clientHeight, scrollTop }: HTMLElement, near = NEAR): boolean {
  return scrollHeight - clientHeight - scrollTop <= near
}
