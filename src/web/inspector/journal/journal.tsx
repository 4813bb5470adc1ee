/** Everything that a session is made of, in its order; and the session as it was at any of these points. */
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useShortcuts } from '../../keys/keys.ts'
import { navigate, sessionAddress, useRoute } from '../../router.ts'
import { Failure } from '../../ui/failure.tsx'
import type { SectionProps } from '../inspector.tsx'
import { type EventFilter, filterEvents, NO_FILTER, placeOf, typesIn } from './event-filter.ts'
import { EventList } from './event-list.tsx'
import { FilterBar } from './filter-bar.tsx'
import { PointSlider } from './point-slider.tsx'
import { PointState } from './point-state.tsx'
import { useJournal } from './use-journal.ts'
import './journal.css'

export function Journal({ summary: { id }, state }: SectionProps) {
  const { travel, size, isLoading, error, again } = useJournal(id, state.seq)
  const [filter, setFilter] = useState<EventFilter>(NO_FILTER)
  const [point, setPoint] = usePoint(id)
  const last = travel.lastSeq
  const seq = Math.min(point ?? last, Math.max(last, point === undefined ? 0 : 1))
  const wanted = useDeferredValue(filter)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the events are added to; their number says that they are others
  const shown = useMemo(() => filterEvents(travel.events.slice(), wanted), [travel, size, wanted])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const types = useMemo(() => typesIn(travel.events), [travel, size])
  // Dragging goes on while the state at an earlier point is still being shown.
  const looked = useDeferredValue(seq)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const then = useMemo(() => travel.at(looked), [travel, size, looked])
  const step = (by: number) => {
    const place = placeOf(shown, seq)
    const isBetween = by < 0 && shown[place]?.seq !== seq
    const next = shown[isBetween ? place : place + by]
    if (next) setPoint(next.seq)
  }
  useShortcuts('Journal', [
    { key: ']', does: 'next event', run: () => step(1) },
    { key: '[', does: 'event before', run: () => step(-1) },
  ])
  if (size === 0)
    return (
      <div className="panel">
        <Failure error={error} again={again} />
        {!error && <p className="soft">Reading the journal…</p>}
      </div>
    )
  return (
    <div className="journal">
      <PointSlider
        id={id}
        first={travel.events[0]?.seq ?? 1}
        last={last}
        seq={seq}
        event={travel.events[travel.countUpTo(seq) - 1]}
        isFollowing={point === undefined}
        onGo={setPoint}
        onFollow={() => setPoint(undefined)}
      />
      <Failure error={error} again={again} />
      <div className="journal-events">
        <FilterBar filter={filter} onFilter={setFilter} types={types} shown={shown.length} all={size} />
        {isLoading && <p className="soft small">Reading more…</p>}
        {shown.length === 0 ? (
          <p className="soft journal-none">No event is like that.</p>
        ) : (
          <EventList events={shown} seq={seq} onGo={setPoint} />
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div className="journal-point" tabIndex={0}>
        <PointState state={then} />
      </div>
    </div>
  )
}

/** A browser refuses an address that changes too often. */
const ADDRESS_PAUSE = 250

/** The point that is looked at, which the address names; undefined: the end, wherever that is. */
function usePoint(id: string): [number | undefined, (seq: number | undefined) => void] {
  const route = useRoute()
  const told = route.view === 'session' ? route.seq : undefined
  const [point, setPoint] = useState(told)
  useEffect(() => setPoint(told), [told])
  useEffect(() => {
    if (point === told) return
    const timer = setTimeout(
      () => navigate(sessionAddress(id, 'inspector', point), { replace: true }),
      ADDRESS_PAUSE,
    )
    return () => clearTimeout(timer)
  }, [id, point, told])
  return [point, useCallback((seq: number | undefined) => setPoint(seq), [])]
}
