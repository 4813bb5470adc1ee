/** All events of a session, and the state of the session after any of them. */
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { typeOf } from '../../../state/event-names.ts'
import type { SessionEvent } from '../../../state/events.ts'
import { useShortcuts } from '../../keys/keys.ts'
import { navigate, sessionAddress, useRoute } from '../../router.ts'
import { When } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Link } from '../../ui/link.tsx'
import { Select } from '../../ui/select.tsx'
import type { SectionProps } from '../inspector.tsx'
import { type EventFilter, filterEvents, NO_FILTER, placeOf, typesIn } from './event-filter.ts'
import { EventList } from './event-list.tsx'
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: `travel` changes in place; `size` says when
  const shown = useMemo(() => filterEvents(travel.events.slice(), wanted), [travel, size, wanted])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const types = useMemo(() => typesIn(travel.events), [travel, size])
  // The slider stays responsive while the state of an earlier point is rendered.
  const deferredSeq = useDeferredValue(seq)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const then = useMemo(() => travel.at(deferredSeq), [travel, size, deferredSeq])
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
        event={travel.events[placeOf(travel.events, seq)]}
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls */}
      <div className="journal-point" tabIndex={0}>
        <PointState state={then} />
      </div>
    </div>
  )
}

/** Browsers refuse to change the address too often. */
const ADDRESS_PAUSE = 250

/** The selected event, which the address names; undefined follows the end. */
function usePoint(id: string): [number | undefined, (seq: number | undefined) => void] {
  const route = useRoute()
  const addressSeq = route.view === 'session' ? route.seq : undefined
  const [point, setPoint] = useState(addressSeq)
  useEffect(() => setPoint(addressSeq), [addressSeq])
  useEffect(() => {
    if (point === addressSeq) return
    const timer = setTimeout(
      () => navigate(sessionAddress(id, 'inspector', point), { replace: true }),
      ADDRESS_PAUSE,
    )
    return () => clearTimeout(timer)
  }, [id, point, addressSeq])
  return [point, useCallback((seq: number | undefined) => setPoint(seq), [])]
}

const DIRECTIONS = [
  ['all', 'All'],
  ['received', 'From the CLI'],
  ['sent', 'To the CLI'],
  ['host', 'Host'],
] as const

interface Props {
  filter: EventFilter
  onFilter: (filter: EventFilter) => void
  types: readonly (readonly [type: string, count: number])[]
  shown: number
  all: number
}

function FilterBar({ filter, onFilter, types, shown, all }: Props) {
  return (
    <search className="filter-bar row wrap">
      <input
        type="search"
        className="grow"
        value={filter.text}
        placeholder="Filter by any text"
        aria-label="Filter by text"
        onChange={({ target }) => onFilter({ ...filter, text: target.value })}
      />
      <Select
        aria-label="Type"
        options={[
          { value: '', name: 'All types' },
          ...types.map(([type, count]) => ({ value: type, name: `${type} (${count})` })),
        ]}
        value={filter.type}
        onChoose={(type) => onFilter({ ...filter, type })}
      />
      <Choice
        label="Direction"
        options={DIRECTIONS}
        value={filter.direction}
        onChoose={(direction) => onFilter({ ...filter, direction })}
      />
      <span className="soft small" role="status">
        {shown === all ? `${all} events` : `${shown} of ${all} events`}
      </span>
    </search>
  )
}

interface PointSliderProps {
  id: string
  first: number
  last: number
  seq: number
  event: SessionEvent | undefined
  isFollowing: boolean
  onGo: (seq: number) => void
  onFollow: () => void
}

/** The slider has the browser's own keys: arrows, PageUp and PageDown, Home and End. */
function PointSlider({ id, first, last, seq, event, isFollowing, onGo, onFollow }: PointSliderProps) {
  const when = event ? new Date(event.at).toLocaleString() : ''
  return (
    <div className="point-slider">
      <div className="row wrap">
        <span className="grow">
          Event <strong data-testid="point-seq">{seq}</strong> of {last}{' '}
          <span className="soft small">{event && <When at={event.at} />}</span>
        </span>
        <Link className="small" href={sessionAddress(id, 'transcript', seq)}>
          Show in the transcript
        </Link>
        <Button size="small" disabled={isFollowing} onClick={onFollow}>
          {isFollowing ? 'Follows the end' : 'To the end'}
        </Button>
      </div>
      <input
        type="range"
        min={first}
        max={last}
        value={seq}
        aria-label="Point in time"
        aria-valuetext={`event ${seq} of ${last}${event ? `, ${typeOf(event)}, ${when}` : ''}`}
        onChange={({ target }) => onGo(Number(target.value))}
      />
    </div>
  )
}
