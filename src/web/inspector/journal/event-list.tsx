/** A virtual list that keeps the selected event in view. */
import { memo, useEffect, useRef, useState } from 'react'
import { VList, type VListHandle } from 'virtua'
import { describeEvent } from '../../../state/describe-event.ts'
import { sideOf, typeOf } from '../../../state/event-names.ts'
import type { SessionEvent } from '../../../state/events.ts'
import { oneLine } from '../../../state/short-input.ts'
import { BackIcon, ForwardIcon, HostIcon } from '../../ui/icons.ts'
import { JsonText } from '../../ui/raw-json.tsx'
import { placeOf } from './event-filter.ts'

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

const ARROWS = { received: BackIcon, sent: ForwardIcon, host: HostIcon } as const
const WORDS = { received: 'from the CLI', sent: 'to the CLI', host: 'of the host' } as const

interface EventRowProps {
  event: SessionEvent
  isCurrent: boolean
  /** After the selected point in time. */
  isLater: boolean
  onGo: (seq: number) => void
}

const EventRow = memo(function EventRow({ event, isCurrent, isLater, onGo }: EventRowProps) {
  const [isOpen, setOpen] = useState(false)
  const side = sideOf(event)
  const Arrow = ARROWS[side]
  return (
    <div className="event" data-later={isLater || undefined} data-current={isCurrent || undefined}>
      <div className="event-line">
        <button
          type="button"
          className="event-go"
          aria-current={isCurrent ? 'step' : undefined}
          onClick={() => onGo(event.seq)}
        >
          <span className="event-seq">{event.seq}</span>
          <span className="event-time">{timeOf(event.at)}</span>
          <span className="event-arrow" data-side={side} title={WORDS[side]}>
            <Arrow />
            <span className="unseen"> {WORDS[side]} </span>
          </span>
          <span className="event-type">{typeOf(event)}</span>
          <span className="cut soft event-words">{oneLine(describeEvent(event))}</span>
        </button>
        <button
          type="button"
          className="event-open"
          aria-expanded={isOpen}
          aria-label={`Raw JSON of event ${event.seq}`}
          onClick={() => setOpen(!isOpen)}
        >
          {'{}'}
        </button>
      </div>
      {isOpen && <JsonText value={event} />}
    </div>
  )
})

function timeOf(at: number): string {
  const date = new Date(at)
  return `${date.toLocaleTimeString([], { hour12: false })}.${String(date.getMilliseconds()).padStart(3, '0')}`
}
