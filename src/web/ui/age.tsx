import { formatDuration } from '../../state/format/duration.ts'
import { useNow } from '../store/clock.ts'

/** From then on, the smaller unit of a short age is left out. */
const LONG_MS = 10 * 60_000

/** `isShort`: `12 m` instead of `12 m 5 s`, where the ages of many things stand below each other. */
export function Age({ since, isShort = false }: { since: number; isShort?: boolean }) {
  const age = useNow() - since
  const words = formatDuration(age)
  return <>{isShort && age >= LONG_MS ? words.split(' ').slice(0, 2).join(' ') : words}</>
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
