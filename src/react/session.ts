/** The hook on one session. A component that uses it watches the session as long as it is mounted. */
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { SendMessage } from '../api/commands.ts'
import type { EarlierItems } from '../api/earlier-items.ts'
import type { Live } from '../api/live.ts'
import type { SessionState } from '../state/session-state.ts'
import { cancelFrame, inNextFrame } from './frames.ts'

/** Watches a session until the returned function is called; calls `listener` once per frame at most. */
export function watchFrames(live: Live | undefined, id: string, listener: () => void): () => void {
  const unwatch = live?.watch(id, () => inNextFrame(listener))
  return () => {
    cancelFrame(listener)
    unwatch?.()
  }
}

/** The state as far as the host has sent it. */
export function stateOf(live: Live | undefined, id: string): SessionState | undefined {
  const state = live?.session(id)
  return state?.seq ? state : undefined
}

/** What a page knows of a session. It is another object whenever something of it has changed. */
interface WatchedSession {
  /** Undefined until the host has sent it. */
  readonly state: SessionState | undefined
  /** Why the host does not have the session any more. Undefined: it has it. */
  readonly gone: string | undefined
  /** The items of a long conversation that the state does not hold any more, and pages of them on demand. */
  readonly earlier: EarlierItems | undefined
  /** Changes whenever more of `earlier` is there. */
  readonly earlierVersion: number
}

/** What `useSession` returns. */
export interface FollowedSession extends WatchedSession {
  /** Resolves when the host has stored the prompt; what the CLI makes of it comes with `state`. Rejects without a `live`. */
  send(message: string | SendMessage): Promise<void>
  /** Ends the running turn. */
  interrupt(): Promise<void>
}

const NOTHING: WatchedSession = {
  state: undefined,
  gone: undefined,
  earlier: undefined,
  earlierVersion: 0,
}

/**
 * One session, kept up to date while the component is mounted, at most once per frame. `send` and `interrupt` stay the same functions.
 *
 * @example
 * ```jsx
 * import { useSession } from 'fairlead/react'
 * import { toMarkdown } from 'fairlead/state'
 *
 * function Conversation({ live, id }) {
 *   const { state, send } = useSession(live, id)
 *   return <pre onClick={() => send('Go on.')}>{state && toMarkdown(state)}</pre>
 * }
 * ```
 */
export function useSession(live: Live | undefined, id: string): FollowedSession {
  const watched = useWatched(live, id)
  const actions = useMemo(
    () => ({
      send: async (message: string | SendMessage) => {
        const body = typeof message === 'string' ? { text: message } : message
        await connected(live).api.call('sendMessage', { params: { id }, body })
      },
      interrupt: async () => {
        await connected(live).api.call('interrupt', { params: { id }, body: {} })
      },
    }),
    [live, id],
  )
  return useMemo(() => ({ ...watched, ...actions }), [watched, actions])
}

/** Without a host a prompt would be lost: the caller learns it. */
function connected(live: Live | undefined): Live {
  if (live) return live
  throw new Error('There is no host to send this to: `live` is undefined. Pass what `connectLive` returns.')
}

function useWatched(live: Live | undefined, id: string): WatchedSession {
  const subscribe = useCallback((listener: () => void) => watchFrames(live, id, listener), [live, id])
  const read = useMemo(() => {
    let last = NOTHING
    return () => {
      const earlier = live?.earlier(id)
      const state = stateOf(live, id)
      const gone = live?.gone(id)
      const earlierVersion = earlier?.version ?? 0
      const isSame =
        last.state === state &&
        last.gone === gone &&
        last.earlier === earlier &&
        last.earlierVersion === earlierVersion
      if (!isSame) last = { state, gone, earlier, earlierVersion }
      return last
    }
  }, [live, id])
  return useSyncExternalStore(subscribe, read, nothing)
}

const nothing = () => NOTHING
