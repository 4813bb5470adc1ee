/**
 * Whether a person has had the whole request in view. Allow is offered only then: before, the card is scrolled on, without
 * a jump over any part.
 */
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

export interface Review {
  readonly isWhole: boolean
  /** Scrolls to what comes next. */
  readonly showMore: () => void
}

/** Rounded positions differ by a pixel or two. */
const TOLERANCE = 4
/** The part of a page that is scrolled at once; the rest stays in view. */
const STEP = 0.8

interface Range {
  readonly top: number
  readonly bottom: number
}

export function useReview(part: RefObject<HTMLElement | null>): Review {
  const seenTo = useRef(0)
  const [isWhole, setWhole] = useState(false)
  useLayoutEffect(() => {
    const element = part.current
    if (!element) return
    const measure = () => {
      const { top, bottom, height } = element.getBoundingClientRect()
      const seen = visibleRange(element)
      const [from, to] = [Math.max(top, seen.top) - top, Math.min(bottom, seen.bottom) - top]
      if (from <= seenTo.current + TOLERANCE) seenTo.current = Math.max(seenTo.current, to)
      setWhole(
        height > 0 && seenTo.current >= height - TOLERANCE && !element.querySelector('[data-hides-lines]'),
      )
    }
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    sizes.observe(document.documentElement)
    addEventListener('scroll', measure, { capture: true, passive: true })
    measure()
    return () => {
      sizes.disconnect()
      removeEventListener('scroll', measure, { capture: true })
    }
  }, [part])
  const showMore = useCallback(() => {
    const element = part.current
    if (!element) return
    const { top, bottom } = visibleRange(element)
    const hidden = element.querySelector<HTMLElement>('[data-hides-lines]')
    const isNext = hidden && hidden.getBoundingClientRect().top < bottom
    if (isNext) hidden.click()
    else scrollerOf(element).scrollBy({ top: (bottom - top) * STEP })
  }, [part])
  return { isWhole, showMore }
}

/** What is in view of the page where the element is: its bar of answers covers the end. */
function visibleRange(element: HTMLElement): Range {
  let [top, bottom] = [0, innerHeight]
  for (let outer = element.parentElement; outer; outer = outer.parentElement) {
    if (getComputedStyle(outer).overflowY === 'visible') continue
    const box = outer.getBoundingClientRect()
    top = Math.max(top, box.top)
    bottom = Math.min(bottom, box.bottom)
  }
  const bar = element.closest('.approval')?.querySelector('.approval-bar')?.getBoundingClientRect()
  return { top, bottom: bar ? Math.min(bottom, Math.max(bar.top, top)) : bottom }
}

function scrollerOf(element: HTMLElement): Element {
  for (let outer = element.parentElement; outer; outer = outer.parentElement)
    if (/auto|scroll/.test(getComputedStyle(outer).overflowY) && outer.scrollHeight > outer.clientHeight)
      return outer
  return document.documentElement
}
