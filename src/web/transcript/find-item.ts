/** Finds the item of an event: its index in the main thread, or that of the call whose sub-agent produced it. */
import { type List, valueAt } from '../../state/list.ts'
import { lookUp, lookupEntries } from '../../state/lookup.ts'
import type { WithTranscript } from '../../state/select.ts'
import type { Item } from '../../state/transcript/items.ts'
import { MAIN, threadOf, threadsAbove } from '../../state/transcript/transcript.ts'

/** An event without an item finds the last item before it. Undefined if the main thread is empty. */
export function findItem({ transcript }: WithTranscript, seq: number): number | undefined {
  const main = threadOf(transcript, MAIN)
  const near = lastUpTo(main, seq)
  if (valueAt(main, near)?.seq === seq) return shownNear(main, near)
  for (const [thread, items] of lookupEntries(transcript.threads)) {
    if (thread === MAIN || valueAt(items, lastUpTo(items, seq))?.seq !== seq) continue
    const outermost = threadsAbove(transcript, thread).at(-2)
    const place = outermost === undefined ? undefined : lookUp(transcript.calls, outermost)
    if (place?.thread === MAIN) return place.index
  }
  return main.size === 0 ? undefined : shownNear(main, Math.max(0, near))
}

/** Items are ordered by their events. Returns -1 if all are later. */
function lastUpTo(items: List<Item>, seq: number): number {
  let from = 0
  let to = items.size
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((valueAt(items, middle)?.seq ?? 0) <= seq) from = middle + 1
    else to = middle
  }
  return from - 1
}

function shownNear(items: List<Item>, index: number): number {
  let at = index
  while (at > 0 && valueAt(items, at)?.kind === 'removed') at -= 1
  return at
}
