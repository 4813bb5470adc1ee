/** Hooks on what `Live` knows. They render at most once per frame, however many changes arrive. */
import { useCallback, useSyncExternalStore } from 'react'
import type { LiveState } from '../../api/live.ts'
import type { SessionSummary } from '../../api/resources.ts'
import { emptyState, type SessionState } from '../../state/session-state.ts'
import { live } from './connection.ts'

/** Calls `listener` at most once per frame. A page in the background gets no frames, and needs none. */
function perFrame(listener: () => void): { told: () => void; stop: () => void } {
  let frame = 0
  return {
    told: () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        listener()
      })
    },
    stop: () => cancelAnimationFrame(frame),
  }
}

function subscribe(listener: () => void): () => void {
  return live.subscribe(listener)
}

export function useLive(): LiveState {
  return useSyncExternalStore(subscribe, () => live.state)
}

export function useSummary(id: string): SessionSummary | undefined {
  return useLive().sessions?.find((it) => it.id === id)
}

/** Follows a session while the component is mounted. `emptyState` (seq 0) until the host has sent it. */
export function useSession(id: string): SessionState {
  const watch = useCallback(
    (listener: () => void) => {
      const frames = perFrame(listener)
      const unwatch = live.watch(id, frames.told)
      return () => {
        frames.stop()
        unwatch()
      }
    },
    [id],
  )
  return useSyncExternalStore(watch, () => live.session(id) ?? emptyState)
}

/** Why the host no longer has a followed session. */
export function useGone(id: string): string | undefined {
  return useSyncExternalStore(subscribe, () => live.gone(id))
}
