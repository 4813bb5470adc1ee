/**
 * Tooltips of the whole page: whatever has `data-tip` gets one, with the key in `data-tip-key`. It shows for the pointer after
 * a moment, and at once for the keyboard. What draws it is loaded with the first one.
 */
import { lazy, Suspense, useEffect, useState } from 'react'

const DELAY_MS = 500

export interface Tip {
  readonly element: HTMLElement
  readonly text: string
  readonly shortcut: string | undefined
}

const TooltipPopup = lazy(async () => ({ default: (await import('./tooltip-popup.tsx')).TooltipPopup }))

export function Tooltips() {
  const [tip, setTip] = useState<Tip>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (event: Event, delay: number) => {
      clearTimeout(timer)
      const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null
      if (!element) return setTip(undefined)
      timer = setTimeout(() => {
        if (element.isConnected && element.ariaExpanded !== 'true') setTip(tipOf(element))
      }, delay)
    }
    const onPointer = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') show(event, DELAY_MS)
    }
    const onFocus = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) show(event, 0)
    }
    const hide = () => {
      clearTimeout(timer)
      setTip(undefined)
    }
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('pointerover', onPointer, { signal })
    document.addEventListener('focusin', onFocus, { signal })
    for (const name of ['focusout', 'pointerdown', 'keydown', 'wheel'])
      document.addEventListener(name, hide, { signal, passive: true })
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [])
  return <Suspense>{tip && <TooltipPopup tip={tip} onClose={() => setTip(undefined)} />}</Suspense>
}

function tipOf(element: HTMLElement): Tip {
  return { element, text: element.dataset.tip ?? '', shortcut: element.dataset.tipKey }
}
