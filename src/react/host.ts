/** Hooks on what the host lists: its sessions, what waits for a person, and the connection itself. */
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { decisionBody } from '../api/decision-body.ts'
import type { Live } from '../api/live.ts'
import type { LiveState } from '../api/live-state.ts'
import type { ApprovalView, SessionSummary } from '../api/resources.ts'
import type { ApprovalDecision } from '../state/approvals/to-wire.ts'
import { cancelFrame, inNextFrame } from './frames.ts'

const NOT_CONNECTED: LiveState = {
  connection: { status: 'connecting' },
  sessions: undefined,
  approvals: [],
  hostVersion: undefined,
}

function useSelected<T>(live: Live | undefined, select: (state: LiveState) => T): T {
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribe = live?.subscribe(() => inNextFrame(listener))
      return () => {
        cancelFrame(listener)
        unsubscribe?.()
      }
    },
    [live],
  )
  return useSyncExternalStore(
    subscribe,
    () => select(live?.state ?? NOT_CONNECTED),
    () => select(NOT_CONNECTED),
  )
}

const whole = (state: LiveState) => state
const sessionsOf = ({ sessions }: LiveState) => sessions
const approvalsOf = ({ approvals }: LiveState) => approvals

/**
 * All that the host lists, with the state of the connection: while its `status` is `waiting`, what a page shows may be old. Without a
 * `live`, as on a server, the connection is `connecting`.
 *
 * @example
 * ```jsx
 * import { useLive } from 'fairlead/react'
 *
 * function Connection({ live }) {
 *   const { connection } = useLive(live)
 *   return connection.status === 'waiting' && <p>Not connected: {connection.reason}</p>
 * }
 * ```
 */
export function useLive(live: Live | undefined): LiveState {
  return useSelected(live, whole)
}

/**
 * All sessions of the host, the most urgent first. Undefined until the host has sent them.
 *
 * @example
 * ```jsx
 * import { useSessions } from 'fairlead/react'
 *
 * const Sessions = ({ live }) =>
 *   useSessions(live)?.map(({ id, title, liveness }) => <li key={id}>{title}: {liveness.words}</li>)
 * ```
 */
export function useSessions(live: Live | undefined): readonly SessionSummary[] | undefined {
  return useSelected(live, sessionsOf)
}

/** An approval that waits for a person. */
export interface AnswerableApproval extends ApprovalView {
  /** The first answer counts: rejects with an `ApiError` of code `conflict` or `gone` if another client was faster. */
  answer(decision: ApprovalDecision): Promise<void>
}

/**
 * What waits for a person, the oldest first: in one session or, without its id, in all of them.
 *
 * @example
 * ```jsx
 * import { useApprovals } from 'fairlead/react'
 *
 * const Approvals = ({ live }) =>
 *   useApprovals(live).map(({ id, toolName, answer }) => (
 *     <button key={id} onClick={() => answer({ decision: 'allow' })}>Allow {toolName}</button>
 *   ))
 * ```
 */
export function useApprovals(live: Live | undefined, session?: string): readonly AnswerableApproval[] {
  const approvals = useSelected(live, approvalsOf)
  return useMemo(() => {
    const wanted = approvals.filter((it) => session === undefined || it.session === session)
    return wanted.map((it) => ({ ...it, answer: (decision) => answerOf(live, it, decision) }))
  }, [live, approvals, session])
}

async function answerOf(
  live: Live | undefined,
  asked: ApprovalView,
  decision: ApprovalDecision,
): Promise<void> {
  const params = { id: asked.session, approval: asked.id }
  await live?.api.call('answerApproval', { params, body: decisionBody(decision) })
}
