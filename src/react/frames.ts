/** One frame for all hooks of a page: React renders what changed between two frames at once, however many events arrived. */
import { later } from '../api/runtime.ts'

const { requestAnimationFrame } = globalThis as { requestAnimationFrame?(action: () => void): unknown }

/** A page in the background gets no frames, but its title and its notifications go on. So does a program without a screen. */
const WITHOUT_FRAMES_MS = 1000

const due = new Set<() => void>()
let cancelTimer: (() => void) | undefined

/** Calls `listener` in the next frame, once. */
export function inNextFrame(listener: () => void): void {
  due.add(listener)
  if (cancelTimer !== undefined) return
  cancelTimer = later(flush, requestAnimationFrame === undefined ? 0 : WITHOUT_FRAMES_MS)
  requestAnimationFrame?.(flush)
}

export function cancelFrame(listener: () => void): void {
  due.delete(listener)
}

function flush(): void {
  cancelTimer?.()
  cancelTimer = undefined
  for (const listener of [...due]) if (due.delete(listener)) listener()
}
