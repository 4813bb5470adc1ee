/** The events in their order, of which only those in sight are made. The chosen one is kept in sight. */
import { useEffect, useRef } from 'react'
import { VList, type VListHandle } from 'virtua'
import type { SessionEvent } from '../../../state/events.ts'
import { placeOf } from './event-filter.ts'
import { EventRow } from './event-row.tsx'

interface Props {
  events: readonly SessionEvent[]
  seq: number
  onGo: (seq: number) => void
}

export function EventList({ events, seq, onGo }: Props) {
  const list = useRef<VListHandle>(null)
  const place = placeOf(events, seq)
  useEffect(() => {
    if (place >= 0) list.current?.scrollToIndex(place, { align: 'nearest' })
  }, [place])
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list makes its own elements
    <div className="event-list" role="region" aria-label="Events">
      <VList ref={list} data={events} itemSize={28} tabIndex={0}>
        {(event, index) => (
          <EventRow
            key={event.seq}
            event={event}
            isCurrent={index === place && event.seq === seq}
            isLater={event.seq > seq}
            onGo={onGo}
          />
        )}
      </VList>
    </div>
  )
}
