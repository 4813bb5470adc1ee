/** What the stream shows: the sessions of this host, and those of others where it has joined some. `Host` is one. */
import type { ApprovalView, SessionSummary } from '../../api/resources.ts'
import type { SessionEvent } from '../../state/events.ts'
import type { SessionState } from '../../state/session-state.ts'

export interface StreamedSession {
  readonly id: string
  readonly isRunning: boolean
  readonly state: SessionState
  /** Undefined: it is being loaded, and `events` follows. */
  readonly memory: { readonly seq: number | undefined }
}

export interface StreamListener {
  events?(session: StreamedSession, events: readonly SessionEvent[]): void
  changed?(session: StreamedSession): void
  removed?(id: string): void
  unloaded?(id: string): void
}

export interface StreamSource {
  listen(listener: StreamListener): () => void
  /** Those whose age in a list changes by itself. */
  sessions(): readonly StreamedSession[]
  find(id: string): StreamedSession | undefined
  summaryOf(session: StreamedSession): SessionSummary
  summaries(): SessionSummary[]
  approvals(): ApprovalView[]
  /** Why a session is not there. */
  readonly quarantine: { problemOf(id: string): string | undefined }
  /** Throws a `StoreError` if they cannot be read: a snapshot takes their place. */
  readonly store: { events(session: string, after: number, limit: number): SessionEvent[] }
  /** Whether somebody watches the session now. */
  watched?(id: string, isWatched: boolean): void
}
