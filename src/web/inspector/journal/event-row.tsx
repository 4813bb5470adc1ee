import { memo, useState } from 'react'
import { describeEvent } from '../../../state/describe-event.ts'
import { sideOf, typeOf } from '../../../state/event-names.ts'
import type { SessionEvent } from '../../../state/events.ts'
import { oneLine } from '../../../state/short-input.ts'
import { JsonText } from '../../ui/raw-json.tsx'

const ARROWS = { received: '←', sent: '→', host: '•' } as const
const WORDS = { received: 'from the CLI', sent: 'to the CLI', host: 'of the host' } as const

interface Props {
  event: SessionEvent
  isCurrent: boolean
  /** It happened after the point that is looked at. */
  isLater: boolean
  onGo: (seq: number) => void
}

/** One event: chosen as the point to look at, or opened to see all of it. */
export const EventRow = memo(function EventRow({ event, isCurrent, isLater, onGo }: Props) {
  const [isOpen, setOpen] = useState(false)
  const side = sideOf(event)
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
            {ARROWS[side]}
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
