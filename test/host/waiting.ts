/** What tests of the host wait for, and how they do it at a client. */
import type { Live } from '../../src/api/index.ts'
import { liveness } from '../../src/state/liveness.ts'
import type { SessionState } from '../../src/state/session-state.ts'

export const isReady = (state: SessionState) => state.process.initializedAt !== undefined
export const asks = (state: SessionState) => state.approvals.pending.length > 0
/** It has had a turn, and none goes on; that one may have failed. */
export const isOver = (state: SessionState) => state.turns.past.size > 0 && state.turns.current === null
export const isIdle = (state: SessionState) =>
  state.turns.past.size > 0 && liveness(state, Date.now()).status === 'idle'

/** Resolves when it holds of the list or the inbox. */
export function untilLive(live: Live, holds: (live: Live) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = live.subscribe(check)
    function check() {
      if (!holds(live)) return
      stop()
      resolve()
    }
    check()
  })
}

/** Watches the session until it holds of its state. */
export function untilSession(
  live: Live,
  id: string,
  holds: (state: SessionState) => boolean,
): Promise<SessionState> {
  return new Promise((resolve) => {
    const stop = live.watch(id, check)
    function check() {
      const state = live.session(id)
      if (!holds(state)) return
      stop()
      resolve(state)
    }
    check()
  })
}
