/** One clock for all ages on the page. It ticks once a second, and only while a component uses it. */
import { useSyncExternalStore } from 'react'
import { later } from '../api/runtime.ts'

const TICK_MS = 1000

const listeners = new Set<() => void>()
let now = Date.now()
let cancelTick: (() => void) | undefined

export function onTick(listener: () => void): () => void {
  listeners.add(listener)
  cancelTick ??= later(tick, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    cancelTick?.()
    cancelTick = undefined
  }
}

function tick(): void {
  now = Date.now()
  cancelTick = later(tick, TICK_MS)
  for (const listener of listeners) listener()
}

/** The time of the last tick; while there is none, or after the machine slept, the time itself. */
export function clockTime(): number {
  const real = Date.now()
  if (Math.abs(real - now) > 1.5 * TICK_MS) now = real
  return now
}

const onServer = () => 0

/**
 * The time, to the second; 0 where React renders on a server. The component renders again every second: use it in small ones.
 *
 * @example
 * ```jsx
 * import { useNow } from 'fairlead/react'
 * import { formatDuration } from 'fairlead/state'
 *
 * const Age = ({ since }) => <>{formatDuration(useNow() - since)}</>
 * ```
 */
export function useNow(): number {
  return useSyncExternalStore(onTick, clockTime, onServer)
}
