import type { JsonObject } from '../../../protocol/json.ts'

export interface McpChannel {
  /** Starts what has to be started. Rejects if that fails. */
  open(receive: (message: JsonObject) => void): Promise<void>
  /** Resolves with the server's answer, or with a text that says why there is none. */
  send(message: JsonObject, signal?: AbortSignal): Promise<JsonObject | string>
  close(): void
}

export const TIMED_OUT = 'Request timed out'
