/**
 * Runs of calls that only looked at something. A run is shown as one line until somebody opens it. Runs end where a page of
 * items ends, so that loading a page never changes a run outside of it.
 */
import { ITEMS_IN_PAGE } from '../../../api/earlier-items.ts'
import type { Item } from '../../../state/transcript/items.ts'
import { lookingOf } from './looking.ts'

export interface Run {
  /** The indices of its first item, and of the item after its last one. */
  readonly from: number
  readonly to: number
  readonly items: readonly Item[]
}

type ItemAt = (index: number) => Item | undefined

/** The run that the item at this index belongs to, if there is one of at least two calls. */
export function runAt(itemAt: ItemAt, index: number): Run | undefined {
  if (!mayBelong(itemAt(index))) return undefined
  const page = index - (index % ITEMS_IN_PAGE)
  let from = index
  while (from > page && mayBelong(itemAt(from - 1))) from -= 1
  let to = index + 1
  while (to < page + ITEMS_IN_PAGE && mayBelong(itemAt(to))) to += 1
  while (from < to && !isCall(itemAt(from))) from += 1
  while (to > from && !isCall(itemAt(to - 1))) to -= 1
  if (index < from || index >= to) return undefined
  const items = indices(from, to).flatMap((at) => itemAt(at) ?? [])
  return items.filter(isCall).length < 2 ? undefined : { from, to, items }
}

/** Looks each run up once, however many of its items are asked for. */
export function runsOf(itemAt: ItemAt): (index: number) => Run | undefined {
  const known = new Map<number, Run>()
  return (index) => {
    const run = known.get(index) ?? runAt(itemAt, index)
    if (run && !known.has(index)) for (const at of indices(run.from, run.to)) known.set(at, run)
    return run
  }
}

/** Thinking between two calls belongs to their run. */
function mayBelong(item: Item | undefined): boolean {
  return item !== undefined && (item.kind === 'thinking' || item.kind === 'removed' || isCall(item))
}

function isCall(item: Item | undefined): boolean {
  return item !== undefined && lookingOf(item) !== undefined
}

function indices(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, offset) => from + offset)
}
