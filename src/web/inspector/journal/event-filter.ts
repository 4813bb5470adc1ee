import { type EventSide, sideOf, typeOf } from '../../../state/event-names.ts'
import type { SessionEvent } from '../../../state/events.ts'
import { countUpTo } from '../time-travel.ts'

export interface EventFilter {
  /** Every word must occur in the event. */
  readonly text: string
  /** Empty for all types. */
  readonly type: string
  readonly direction: EventSide | 'all'
}

export const NO_FILTER: EventFilter = { text: '', type: '', direction: 'all' }

/** The filter runs on every keystroke: the text of an event is computed once. */
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

export function typesIn(events: readonly SessionEvent[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const event of events) {
    const type = typeOf(event)
    counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  return [...counts].sort(([a], [b]) => a.localeCompare(b))
}

/** The index of the last event up to `seq`, or -1. */
export function placeOf(events: readonly SessionEvent[], seq: number): number {
  return countUpTo(events, seq) - 1
}
