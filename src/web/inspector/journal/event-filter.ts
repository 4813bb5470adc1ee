/** Which events of a journal are shown. */

import { type EventSide, sideOf, typeOf } from '../../../state/event-names.ts'
import type { SessionEvent } from '../../../state/events.ts'

export interface EventFilter {
  /** Every word must be somewhere in the event. */
  readonly text: string
  /** Empty: all of them. */
  readonly type: string
  readonly direction: EventSide | 'all'
}

export const NO_FILTER: EventFilter = { text: '', type: '', direction: 'all' }

/** The whole event as text, made once: it is looked at with every letter that is typed. */
const texts = new WeakMap<SessionEvent, string>()

function textOf(event: SessionEvent): string {
  const known = texts.get(event)
  if (known !== undefined) return known
  const text = JSON.stringify(event).toLowerCase()
  texts.set(event, text)
  return text
}

export function filterEvents(
  events: readonly SessionEvent[],
  { text, type, direction }: EventFilter,
): readonly SessionEvent[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0 && type === '' && direction === 'all') return events
  return events.filter(
    (event) =>
      (direction === 'all' || sideOf(event) === direction) &&
      (type === '' || typeOf(event) === type) &&
      words.every((word) => textOf(event).includes(word)),
  )
}

/** Every type that is there, with how often. */
export function typesIn(events: readonly SessionEvent[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const event of events) {
    const type = typeOf(event)
    counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  return [...counts].sort(([a], [b]) => a.localeCompare(b))
}

/** Where in a list the last event up to this number stands. -1: before all of them. */
export function placeOf(events: readonly SessionEvent[], seq: number): number {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((events[middle]?.seq ?? 0) <= seq) low = middle + 1
    else high = middle
  }
  return low - 1
}
