/** Hooks on what `Live` knows. They render at most once per frame, however many changes arrive. */
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { EarlierItems } from '../../api/earlier-items.ts'
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

function useWatch(id: string): (listener: () => void) => () => void {
  return useCallback(
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
}

/** Follows a session while the component is there. `emptyState` (seq 0) until the host has told it. */
export function useSession(id: string): SessionState {
  return useSyncExternalStore(useWatch(id), () => live.session(id) ?? emptyState)
}

export interface Earlier {
  readonly items: EarlierItems | undefined
  /** Another one whenever there are more. */
  readonly version: number
}

/** The items of a session that its state does not hold any more. */
export function useEarlier(id: string): Earlier {
  const version = useSyncExternalStore(useWatch(id), () => live.earlier(id)?.version ?? -1)
  const items = live.earlier(id)
  return useMemo(() => ({ items, version }), [items, version])
}

/** Why the host no longer has a followed session. */
export function useGone(id: string): string | undefined {
  return useSyncExternalStore(subscribe, () => live.gone(id))
}
