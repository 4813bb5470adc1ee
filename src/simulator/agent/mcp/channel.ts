/** How the messages of an MCP server travel. */
import type { JsonObject } from '../../../protocol/json.ts'

export interface McpChannel {
  /** Starts what has to be started. Rejects where that fails. */
  open(receive: (message: JsonObject) => void): Promise<void>
  /** Resolves with the answer of the server, or a text that says why there is none. */
  send(message: JsonObject, signal?: AbortSignal): Promise<JsonObject | string>
  close(): void
}

export const TIMED_OUT = 'Request timed out'
