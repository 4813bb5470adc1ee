import { duration } from '../../state/liveness/words.ts'
import { useNow } from '../store/clock.ts'

/** From then on, the smaller unit of a short age is left out. */
const LONG_MS = 10 * 60_000

/** `isShort`: `12 m` instead of `12 m 5 s`, where the ages of many things stand below each other. */
export function Age({ since, isShort = false }: { since: number; isShort?: boolean }) {
  const age = useNow() - since
  const words = duration(age)
  return <>{isShort && age >= LONG_MS ? words.split(' ').slice(0, 2).join(' ') : words}</>
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
