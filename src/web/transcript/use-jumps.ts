/** Keys and buttons that move through the conversation. */
import { type RefObject, useCallback, useEffect } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Item } from '../../state/transcript/items.ts'
import { useShortcuts } from '../keys/keys.ts'
import { useAction } from '../store/action.ts'
import { onPromptSent } from '../store/sent.ts'
import { toastFailure } from '../ui/toast/toasts.ts'
import { promptFrom } from './move/prompt-steps.ts'
import type { Stick } from './stick.ts'

interface Options {
  readonly session: string
  readonly scroller: RefObject<HTMLElement | null>
  readonly list: RefObject<VirtualizerHandle | null>
  readonly stick: Stick
  /** The number of items of the conversation. */
  readonly size: number
  readonly itemAt: (index: number) => Item | undefined
  readonly onFind: () => void
}

/** A prompt that was scrolled to stands this far below the upper edge. */
const GAP = 8

/** Returns how to go to the prompt before or after what is in view. */
export function useJumps({ session, scroller, list, stick, size, itemAt, onFind }: Options) {
  const { toEnd, leaveEnd } = stick
  useEffect(() => onPromptSent((to) => to === session && toEnd()), [session, toEnd])
  const { run: toPrompt } = useAction(
    async (by: 1 | -1) => {
      const handle = list.current
      if (!handle) return
      const start = handle.findItemIndex(handle.scrollOffset + GAP + 1)
      const index = await promptFrom({ session, size, itemAt }, start, by)
      if (index === undefined) {
        if (by > 0) return toEnd()
        leaveEnd()
        return handle.scrollTo(0)
      }
      leaveEnd()
      handle.scrollToIndex(index, { align: 'start', offset: -GAP })
    },
    { onFailure: toastFailure },
  )
  const scroll = useCallback(
    (to: (element: HTMLElement) => number) => {
      const element = scroller.current
      if (!element) return
      const top = to(element)
      // The user wants this, even if the list becomes shorter at the same moment.
      if (top < element.scrollTop && element.scrollTop > 0) leaveEnd()
      element.scrollTo({ top })
    },
    [scroller, leaveEnd],
  )
  useShortcuts('Transcript', [
    { key: 'Home', does: 'the beginning', run: () => scroll(() => 0) },
    { key: 'End', does: 'the latest', run: toEnd },
    { key: 'PageUp', does: 'a page up', run: () => scroll((it) => it.scrollTop - 0.9 * it.clientHeight) },
    { key: 'PageDown', does: 'a page down', run: () => scroll((it) => it.scrollTop + 0.9 * it.clientHeight) },
    { key: '[', does: 'previous prompt', run: () => void toPrompt(-1) },
    { key: ']', does: 'next prompt', run: () => void toPrompt(1) },
    { key: 'Mod+f', does: 'find in this session', run: onFind, inFields: true },
  ])
  return toPrompt
}
