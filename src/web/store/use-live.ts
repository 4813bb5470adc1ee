/** The hooks of `fairlead/react` on the page's one connection. */
import { useMemo } from 'react'
import type { EarlierItems } from '../../api/earlier-items.ts'
import type { LiveState } from '../../api/live-state.ts'
import type { SessionSummary } from '../../api/resources.ts'
import * as bindings from '../../react/index.ts'
import { emptyState, type SessionState } from '../../state/session-state.ts'
import { live } from './connection.ts'

export const useLive = (): LiveState => bindings.useLive(live)

export function useSummary(id: string): SessionSummary | undefined {
  return bindings.useSessions(live)?.find((it) => it.id === id)
}

/** Follows a session while the component is mounted. `emptyState` (seq 0) until the host has sent it. */
export function useSession(id: string): SessionState {
  return bindings.useSession(live, id).state ?? emptyState
}

export interface Earlier {
  readonly items: EarlierItems | undefined
  /** Changes whenever there are more. */
  readonly version: number
}

/** The items of a session that its state does not hold any more. */
export function useEarlier(id: string): Earlier {
  const { earlier: items, earlierVersion: version } = bindings.useSession(live, id)
  return useMemo(() => ({ items, version }), [items, version])
}

/** Why the host no longer has a followed session. */
export function useGone(id: string): string | undefined {
  return bindings.useSession(live, id).gone
}
