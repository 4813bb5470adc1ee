/**
 * The messages of `/api/stream`. A client subscribes to the list and to sessions, each with the last seq that it has. For
 * a session the host sends the events after that seq, or a snapshot if that is shorter or the client was too slow; then
 * live batches. Each batch starts right after the one before.
 */
import { z } from 'zod'
import type { SessionEvent } from '../state/events.ts'
import type { SessionState } from '../state/session-state.ts'
import type { ApprovalView, SessionSummary } from './resources.ts'

/** The first message of a browser: its secret or, from a page of another origin that the host allows, the token. It need not wait for an answer: the host reads what follows if the secret is right. */
export const authenticateSchema = z.object({ type: z.literal('authenticate'), secret: z.string().max(500) })
/** The first message of a browser: its secret, or the token. */
export type AuthenticateMessage = z.infer<typeof authenticateSchema>

export const clientMessageSchema = z.discriminatedUnion('type', [
  /** The client's name in the audit log. */
  z.object({
    type: z.literal('hello'),
    label: z.string().max(100),
    /** It reads the items that a state does not hold any more from the API. One that does not is shown no such state. */
    paged: z.boolean().optional(),
  }),
  z.object({ type: z.literal('watch-list') }),
  z.object({ type: z.literal('unwatch-list') }),
  z.object({ type: z.literal('watch'), session: z.string(), after: z.number().int().min(0) }),
  z.object({ type: z.literal('unwatch'), session: z.string() }),
  z.object({ type: z.literal('ping'), id: z.number() }),
])
/** A message from a client to the host, over the WebSocket. */
export type ClientMessage = z.infer<typeof clientMessageSchema>

/** To a client that takes the items in a state for all there are. */
export const TOO_OLD =
  'this client is older than the host and would show a part of this session for the whole: reload the page, or update Fairlead (a program that reads the API asks with `paged`, and for earlier items with `/items`)'

/** A message from the host to a client, over the WebSocket. */
export type ServerMessage =
  | {
      readonly type: 'welcome'
      readonly version: string
      readonly heartbeatMs: number
      /** So many items a state holds: whoever folds the events does the same. */
      readonly window?: number
    }
  /** The whole list, followed by changes. */
  | {
      readonly type: 'list'
      readonly sessions: readonly SessionSummary[]
      readonly approvals: readonly ApprovalView[]
    }
  | {
      readonly type: 'list-change'
      readonly changed: readonly SessionSummary[]
      readonly removed: readonly string[]
      /** The whole inbox, if it changed. */
      readonly approvals?: readonly ApprovalView[]
    }
  /** Replaces everything that the client has of the session. */
  | {
      readonly type: 'snapshot'
      readonly session: string
      readonly seq: number
      readonly state: SessionState
    }
  /** In order, without gaps. */
  | { readonly type: 'events'; readonly session: string; readonly events: readonly SessionEvent[] }
  | { readonly type: 'gone'; readonly session: string; readonly reason: string }
  | { readonly type: 'pong'; readonly id: number }
  | { readonly type: 'error'; readonly message: string }
  /** The host ends; sessions may continue without it. */
  | { readonly type: 'bye'; readonly reason: string }
