import type { ApprovalView, SessionSummary } from './resources.ts'

/** Whether `Live` is connected, and if not, why. */
export type Connection =
  | { readonly status: 'connecting' | 'connected' }
  /** The host ended, or the network is gone. */
  | { readonly status: 'waiting'; readonly reason: string; readonly attempt: number }
  /** Forever. With a reason if it was not the program that closed it: the host refused the token. */
  | { readonly status: 'closed'; readonly reason?: string }

/** What all sessions of the host look like now. */
export interface LiveState {
  readonly connection: Connection
  /** Undefined until the host has sent the list. */
  readonly sessions: readonly SessionSummary[] | undefined
  readonly approvals: readonly ApprovalView[]
  readonly hostVersion: string | undefined
}
