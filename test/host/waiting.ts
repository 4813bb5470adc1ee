/** What tests of the host wait for, and how they do it at a client. */
import type { Live } from '../../src/api/index.ts'
import type { Host } from '../../src/host/host.ts'
import type { HostSession } from '../../src/host/sessions/host-session.ts'
import { durableFiles, sizeOf } from '../../src/process/durable/files.ts'
import { lastValue } from '../../src/state/list.ts'
import { liveness } from '../../src/state/liveness/liveness.ts'
import type { SessionState } from '../../src/state/session-state.ts'

export const isReady = (state: SessionState) => state.process.initializedAt !== undefined
export const asks = (state: SessionState) => state.approvals.pending.length > 0
/** It has had a turn, and none goes on; that one may have failed. */
export const isOver = (state: SessionState) => state.turns.past.size > 0 && state.turns.current === null
/** Its turn is over. More of it may still come: see `settled`. */
export const isIdle = (state: SessionState) =>
  state.turns.past.size > 0 && liveness(state, Date.now()).status === 'idle'

/**
 * Nothing more comes of a process that runs: it has answered `initialize`, nothing waits on either side, and after its last
 * turn the CLI has said that it is idle. That is the last that it says: the end of the prompt comes between it and the result.
 */
export function isQuiet({ process, turns, prompts, approvals, activity }: SessionState): boolean {
  if (process.status !== 'running' || process.initializedAt === undefined) return false
  if (turns.current !== null || prompts.open.length > 0 || approvals.pending.length > 0) return false
  const isUnused = lastValue(turns.past)?.generation !== process.generation
  return isUnused || activity.said?.state === 'idle'
}

/** Resolves when it holds of a session of this host. */
export function untilHost(
  host: Host,
  id: string,
  holds: (state: SessionState, session: HostSession) => boolean,
): Promise<SessionState> {
  return new Promise((resolve) => {
    const stop = host.listen({ changed: (session) => session.id === id && check() })
    function check() {
      const session = host.session(id)
      if (!holds(session.state, session)) return
      stop()
      resolve(session.state)
    }
    check()
  })
}

/**
 * Resolves when a session is quiet for good: its process runs and is quiet, or has ended and is not to be started again; and
 * all that it has written is read and stored. What a test reads then stays so until it does something itself.
 */
export async function settled(host: Host, id: string): Promise<SessionState> {
  const isStill = (state: SessionState, session: HostSession) => {
    if (session.isOpening) return false
    return session.isRunning ? isQuiet(state) : session.row.wanted === 'rest'
  }
  for (;;) {
    await untilHost(host, id, isStill)
    // Whatever waits to be stored is stored before this.
    await host.journal.append(id, [])
    const session = host.session(id)
    if (isStill(session.state, session) && isAllStored(host, session)) return session.state
  }
}

function isAllStored(host: Host, { id, folder, state, isDurable }: HostSession): boolean {
  const row = host.store.sessions().find((it) => it.id === id)
  if (!row || state.seq !== host.store.lastSeq(id)) return false
  return (
    !isDurable || row.generation === 0 || row.offset === sizeOf(durableFiles(folder, row.generation).stdout)
  )
}

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
