/**
 * Whether a person has had the whole request in view. Allow is offered only then: until then, its button scrolls to what has
 * not been in view. A jump over a part does not count as a look at it.
 */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

export interface Review {
  readonly isWhole: boolean
  /** A part of the request is not there yet. */
  readonly isLoading: boolean
  /** The request has just been scrolled with the key that allows it a moment later. */
  readonly isScrolling: boolean
  /** Scrolls to what comes next. */
  readonly showMore: () => void
}

/** What a card asks about; a form has none, as whoever fills it in has seen it. */
const PART = '.approval-request, .approval-plan'
/** Rounded positions differ by a pixel or two. */
const TOLERANCE = 4
/** How much of the view stays in view when it is scrolled. */
const OVERLAP = 0.2
const CALM_MS = 350

export function useReview(card: RefObject<HTMLElement | null>): Review {
  const seenTo = useRef(0)
  const [isWhole, setWhole] = useState(false)
  const [isLoading, setLoading] = useState(false)
  const [scrolls, setScrolls] = useState(0)
  const measure = useCallback(() => {
    const part = card.current?.querySelector<HTMLElement>(PART)
    if (!part) return setWhole(true)
    const { top, bottom, height } = part.getBoundingClientRect()
    const view = viewOf(part)
    const [from, to] = [Math.max(top, view.top) - top, Math.min(bottom, view.bottom) - top]
    if (from <= seenTo.current + TOLERANCE) seenTo.current = Math.max(seenTo.current, to)
    setLoading(part.querySelector('[data-loading]') !== null)
    setWhole(height > 0 && seenTo.current >= height - TOLERANCE && !part.querySelector('[data-hides-lines]'))
  }, [card])
  useLayoutEffect(() => {
    const part = card.current?.querySelector(PART)
    const sizes = new ResizeObserver(measure)
    if (part) sizes.observe(part)
    sizes.observe(document.documentElement)
    addEventListener('scroll', measure, { capture: true, passive: true })
    return () => {
      sizes.disconnect()
      removeEventListener('scroll', measure, { capture: true })
    }
  }, [card, measure])
  // A part that was loaded may be as high as the words in its place.
  useLayoutEffect(measure)
  useEffect(() => {
    if (scrolls === 0) return
    const timer = setTimeout(() => setScrolls(0), CALM_MS)
    return () => clearTimeout(timer)
  }, [scrolls])
  const showMore = useCallback(() => {
    const part = card.current?.querySelector<HTMLElement>(PART)
    if (!part) return
    setScrolls((it) => it + 1)
    const { top, bottom } = viewOf(part)
    const hidden = part.querySelector<HTMLElement>('[data-hides-lines]')
    if (hidden && hidden.getBoundingClientRect().top < bottom) hidden.click()
    const unseen = part.getBoundingClientRect().top + seenTo.current
    scrollerOf(part).scrollBy({ top: unseen - top - (bottom - top) * OVERLAP })
    measure()
  }, [card, measure])
  return { isWhole, isLoading, isScrolling: scrolls > 0, showMore }
}

interface View {
  readonly top: number
  readonly bottom: number
}

/** What is in view of the page where a part is: the bar of answers covers the end. */
function viewOf(part: HTMLElement): View {
  let [top, bottom] = [0, innerHeight]
  for (let outer = part.parentElement; outer; outer = outer.parentElement) {
    if (getComputedStyle(outer).overflowY === 'visible') continue
    const box = outer.getBoundingClientRect()
    top = Math.max(top, box.top)
    bottom = Math.min(bottom, box.bottom)
  }
  const bar = part.closest('.approval')?.querySelector('.approval-bar')?.getBoundingClientRect()
  return { top, bottom: bar ? Math.min(bottom, Math.max(bar.top, top)) : bottom }
}

function scrollerOf(part: HTMLElement): Element {
  for (let outer = part.parentElement; outer; outer = outer.parentElement)
    if (/auto|scroll/.test(getComputedStyle(outer).overflowY) && outer.scrollHeight > outer.clientHeight)
      return outer
  return document.documentElement
}
