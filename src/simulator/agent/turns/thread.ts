/** A conversation with the model: the main one, or that of a sub-agent. The loop speaks to the host through it. */
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
  /** The limit on requests, if there is one. */
  readonly maxRequests: number | undefined

  /** A request is about to be made. */
  requesting(): void
  /** An event of the stream, before anything that follows from it is said. */
  event(event: StreamEvent, extra?: JsonObject): void
  /** A message begins. */
  begins(): void
  /** A message has begun whose stream broke off; the rest of the reply came otherwise. */
  leftOpen(stopReason: string | null): void
  thinking(tokens: number, delta: number): void
  /** One finished block. Answers the uuid of its record. */
  assistant(message: JsonObject, extra?: JsonObject): Promise<string>
  toolResult(block: JsonObject, result: unknown, callUuid: string, extra?: JsonObject): void
  /** A text that the agent itself puts into the conversation. */
  userText(text: string, isSynthetic: boolean): void
  used(model: string, tokens: Tokens, apiMs: number): void
  toolUsed(name: string, input: JsonObject): void
  /** Takes in what was sent meanwhile. True if there was something. */
  fold(): boolean
  /** The model has nothing more to do: true if it must go on nevertheless. */
  stopping(text: string): Promise<boolean>
  /** The value of the structured output, what was wrong with the last one, and how often it was tried. */
  readonly structured: { value: JsonObject | undefined; problem?: string | undefined; tries: number }
}
