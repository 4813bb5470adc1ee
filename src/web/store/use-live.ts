/** Components as views of what `Live` knows. Changes are taken over once per frame, however many come. */
import { useCallback, useSyncExternalStore } from 'react'
import type { LiveState } from '../../api/live.ts'
import type { SessionSummary } from '../../api/resources.ts'
import { emptyState, type SessionState } from '../../state/session-state.ts'
import { live } from './connection.ts'

/** Calls at most once per frame. A page in the background gets no frames, and needs none. */
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

/** Follows a session while the component is there. `emptyState` (seq 0) until the host has told it. */
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

/** Why a session that is followed is no more. */
export function useGone(id: string): string | undefined {
  return useSyncExternalStore(subscribe, () => live.gone(id))
}
