/** What a session's state is folded from: messages in both directions and facts of the host, numbered and timed. */
import type { InputBlock } from '../protocol/blocks.ts'
import type { JsonObject } from '../protocol/json.ts'
import type { AssistantMessage } from '../protocol/messages/assistant.ts'
import type { UserMessage } from '../protocol/messages/user.ts'
import type { StdinMessage } from '../protocol/stdin.ts'
import type { StdoutMessage } from '../protocol/stdout.ts'

/** From the CLI. */
export interface Received {
  readonly kind: 'received'
  readonly message: StdoutMessage
}
/** From the CLI, and not in the types: kept and shown as it is. */
export interface ReceivedUnknown {
  readonly kind: 'unknown'
  readonly value: JsonObject
  readonly reason?: string
}
/** From the CLI, and no message: noise, broken JSON, a line over the limit. `text` may be its beginning only. */
export interface ReceivedNoise {
  readonly kind: 'noise'
  readonly text: string
  readonly reason?: string
}
/** Said before this session began to be followed, and read from the CLI's own transcript: it is shown, and nothing else. */
export interface Recalled {
  readonly kind: 'recalled'
  readonly message: AssistantMessage | UserMessage
  /** When it was said, if that is known. */
  readonly saidAt?: number
}
/** To the CLI. */
export interface Sent {
  readonly kind: 'sent'
  readonly message: StdinMessage
}

/** A process of the session runs. Generations count from 1. */
export interface ProcessStarted {
  readonly kind: 'process-started'
  readonly generation: number
  readonly pid?: number
  /** Name or path of the agent, and what it says its version is. */
  readonly agent?: string
  readonly version?: string
  readonly cwd?: string
}
/** The process ended. */
export interface ProcessExited {
  readonly kind: 'process-exited'
  readonly generation: number
  /** As in the transport's ending; `unknown` when nobody saw how it ended. */
  readonly cause: 'exit' | 'close' | 'kill' | 'spawn' | 'unknown'
  readonly exitCode: number | null
  readonly signal: string | null
  /** The tail of stderr, without secrets. */
  readonly stderr?: string
  readonly error?: string
}

/**
 * The host has stopped the process, with all that it started, because the disk has too little room for what it writes.
 * Nothing is lost: it continues where it stopped.
 */
export interface ProcessPaused {
  readonly kind: 'process-paused'
  readonly generation: number
  readonly reason: 'disk'
}
/** A new host took over a process that was still running. */
export interface ProcessContinued {
  readonly kind: 'process-continued'
  readonly generation: number
}

/** The host holds a prompt back. Its sending comes as `sent` with the same uuid. */
export interface PromptQueued {
  readonly kind: 'prompt-queued'
  readonly uuid: string
  readonly content: string | readonly InputBlock[]
  readonly by?: string
}
/** A held prompt was edited or moved (`position` counts from 0 among the held ones). */
export interface PromptChanged {
  readonly kind: 'prompt-changed'
  readonly uuid: string
  readonly content?: string | readonly InputBlock[]
  readonly position?: number
}
/** Taken out before it ran, here or in the CLI's queue. */
export interface PromptCancelled {
  readonly kind: 'prompt-cancelled'
  readonly uuid: string
  readonly by?: string
}
/** Someone decided. The answer itself goes to the CLI as `sent`; whichever of the two comes first closes the approval. */
export interface ApprovalAnswered {
  readonly kind: 'approval-answered'
  /** The CLI's request id. */
  readonly id: string
  readonly decision: 'allowed' | 'denied' | 'answered' | 'cancelled'
  readonly by?: string
  readonly message?: string
}
/** The host has something to say: a policy, a budget, a warning. */
export interface HostNotice {
  readonly kind: 'notice'
  readonly level: 'info' | 'warning' | 'error'
  readonly text: string
  readonly code?: string
}
/** The session was given a title. */
export interface Titled {
  readonly kind: 'titled'
  readonly title: string
}

/** What happened, without its number and time. */
export type EventBody =
  | Received
  | ReceivedUnknown
  | ReceivedNoise
  | Recalled
  | Sent
  | ProcessStarted
  | ProcessExited
  | ProcessPaused
  | ProcessContinued
  | PromptQueued
  | PromptChanged
  | PromptCancelled
  | ApprovalAnswered
  | HostNotice
  | Titled

/** `seq` is gapless within its session and counts from 1; `at` is in milliseconds since 1970. */
export type SessionEvent = EventBody & { readonly seq: number; readonly at: number }
