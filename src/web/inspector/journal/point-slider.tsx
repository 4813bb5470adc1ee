import { typeOf } from '../../../state/event-names.ts'
import type { SessionEvent } from '../../../state/events.ts'
import { sessionAddress } from '../../router.ts'
import { When } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'

interface Props {
  id: string
  first: number
  last: number
  seq: number
  event: SessionEvent | undefined
  isFollowing: boolean
  onGo: (seq: number) => void
  onFollow: () => void
}

/** Goes to any event. The slider has the browser's own keys: arrows, PageUp and PageDown, Home and End. */
export function PointSlider({ id, first, last, seq, event, isFollowing, onGo, onFollow }: Props) {
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
