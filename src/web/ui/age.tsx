import { formatDuration } from '../../state/format/duration.ts'
import { useNow } from '../store/clock.ts'

export function Age({ since }: { since: number }) {
  return <>{formatDuration(useNow() - since)}</>
}

interface WhenProps {
  at: number
  className?: string
  /** Without seconds; the tooltip has them. */
  isShort?: boolean
}

/** A time in the user's locale. */
export function When({ at, className, isShort = false }: WhenProps) {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date().toDateString()
  const time = isShort ? { hour: '2-digit' as const, minute: '2-digit' as const } : undefined
  const day = { day: 'numeric' as const, month: 'short' as const }
  return (
    <time className={className} dateTime={date.toISOString()} title={date.toLocaleString()}>
      {isToday
        ? date.toLocaleTimeString(undefined, time)
        : date.toLocaleString(undefined, time && { ...day, ...time })}
    </time>
  )
}
