/** What a session is doing now, with its age. */
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Live } from '../api/live.ts'
import { type Liveness, liveness } from '../state/liveness/liveness.ts'
import { describe, type WordOptions } from '../state/liveness/words.ts'
import type { SessionState } from '../state/session-state.ts'
import { clockTime, onTick } from './clock.ts'
import { stateOf, watchFrames } from './session.ts'

/** What `useLiveness` returns. */
export interface AgedLiveness extends Omit<Liveness, 'lastEventAt'> {
  /** In a few words, with the age of what it waits for: `Bash npm test, 35 s`. */
  readonly words: string
  /** Seconds since `since`; 0 while nothing was started. */
  readonly age: number
}

/**
 * What a session is doing now, what it waits for and for how long: undefined until the host has sent its state. The component renders
 * again each second, because the age grows: use it in a small one. `options` should be the same object in each render.
 *
 * @example
 * ```jsx
 * import { useLiveness } from 'fairlead/react'
 *
 * function Status({ live, id }) {
 *   const now = useLiveness(live, id)
 *   return <span data-status={now?.status}>{now?.words}</span>
 * }
 * ```
 */
export function useLiveness(
  live: Live | undefined,
  id: string,
  options?: WordOptions,
): AgedLiveness | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [watchFrames(live, id, listener), onTick(listener)]
      return () => {
        for (const end of ends) end()
      }
    },
    [live, id],
  )
  const read = useMemo(() => {
    let last: AgedLiveness | undefined
    let text: string | undefined
    return () => {
      const state = stateOf(live, id)
      const next = state && aged(state, clockTime(), options)
      const nextText = JSON.stringify(next)
      if (nextText !== text) {
        last = next
        text = nextText
      }
      return last
    }
  }, [live, id, options])
  return useSyncExternalStore(subscribe, read, nothing)
}

const nothing = () => undefined

function aged(state: SessionState, now: number, options?: WordOptions): AgedLiveness {
  // Each event changes `lastEventAt`, which alone is no reason to render.
  const found = liveness(state, now)
  const { lastEventAt: _, ...shown } = found
  const age = found.since === 0 ? 0 : Math.max(0, Math.floor((now - found.since) / 1000))
  return { ...shown, words: describe(found, now, options), age }
}
