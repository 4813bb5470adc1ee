import type { ApiError } from './errors.ts'

/** The part of a WebSocket that `Live` uses. */
export interface Socket {
  send(frame: string): void
  close(): void
}
/** What a socket reports to `Live`. */
export interface SocketEvents {
  opened(): void
  received(frame: string): void
  /** `error`: why it could not be opened, as far as that is known. */
  closed(reason: string, error?: ApiError): void
}
