/** One clock for all ages on the page. It ticks only while a component uses it. */
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** The time, to the second. The component renders again every second: use it in small ones. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => {
    const real = Date.now()
    if (Math.abs(real - now) > 1500) now = real
    return now
  })
}
