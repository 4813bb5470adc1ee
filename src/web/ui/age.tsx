import { formatDuration } from '../../state/format/duration.ts'
import { useNow } from '../store/clock.ts'

export function Age({ since }: { since: number }) {
  return <>{formatDuration(useNow() - since)}</>
}

/** A time in the user's locale. */
export function When({ at, className }: { at: number; className?: string }) {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date().toDateString()
  return (
    <time className={className} dateTime={date.toISOString()} title={date.toLocaleString()}>
      {isToday ? date.toLocaleTimeString() : date.toLocaleString()}
    </time>
  )
}
