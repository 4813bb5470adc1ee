/** A conversation with the model: the main one, or that of a sub-agent. The loop talks to the host through it. */
import type { JsonObject } from '../../../protocol/json.ts'
import type { PermissionDenial } from '../../../protocol/permissions.ts'
import type { StreamEvent } from '../../../protocol/stream.ts'
import type { Agent } from '../agent.ts'
import type { LinkedRecord } from '../session/records.ts'
import type { Tokens } from '../session/usage.ts'

export interface Thread {
  readonly agent: Agent
  readonly records: readonly LinkedRecord[]
  readonly parentToolUseId: string | null
  readonly agentId: string | undefined
  readonly denials: PermissionDenial[]
  readonly model: string
  readonly maxRequests: number | undefined

  requesting(): void
  /** Emits an event of the stream, before anything that follows from it. */
  event(event: StreamEvent, extra?: JsonObject): void
  begins(): void
  /** The stream of a message broke off; the rest of the reply arrived in another way. */
  leftOpen(stopReason: string | null): void
  thinking(tokens: number, delta: number): void
  /** Emits one finished block. Returns the uuid of its record. */
  assistant(message: JsonObject, extra?: JsonObject): Promise<string>
  toolResult(block: JsonObject, result: unknown, callUuid: string, extra?: JsonObject): void
  /** Adds a text that the agent itself writes to the conversation. */
  userText(text: string, isSynthetic: boolean): void
  used(model: string, tokens: Tokens, apiMs: number): void
  toolUsed(name: string, input: JsonObject): void
  /** Takes in prompts that were sent meanwhile. Returns whether there were any. */
  fold(): boolean
  /** The model has nothing more to do. Returns true if the turn must continue anyway. */
  stopping(text: string): Promise<boolean>
  /** The value of the structured output, what was wrong with the last one, and the number of attempts. */
  readonly structured: { value: JsonObject | undefined; problem?: string | undefined; tries: number }
}
