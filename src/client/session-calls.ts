/** What a session is connected with, and what its calls take and give. */
import type { CliVersion } from '../process/version.ts'
import type { InterruptResponse } from '../protocol/control/responses.ts'
import type { HostRequestFields } from '../protocol/control/to-cli.ts'
import type { CallOptions } from './control-channel.ts'
import type { SignalWaits } from './interrupt.ts'
import type { InProcessMcpServer } from './mcp-bridge.ts'
import type { SessionHandlers } from './session-options.ts'
import type { ProcessDetails } from './state-keeper.ts'

export interface ConnectOptions extends SessionHandlers {
  /** Fields of the first control request, beside the hooks and MCP servers that are added here. */
  readonly initialize?: HostRequestFields<'initialize'>
  readonly inProcessServers?: Readonly<Record<string, InProcessMcpServer>>
  readonly controlTimeout?: number
  /** False: `state` is not kept, which saves memory where nobody looks at it. */
  readonly keepState?: boolean
  /** After how long a silence of the model the CLI is asked whether it is there. Default 120 s; false: never. */
  readonly stallAfter?: number | false
  /** What is known of the process, for the state. */
  readonly process?: ProcessDetails
  /** A JSON schema was asked for: a success without an answer in that form is worth a warning. */
  readonly wantsStructuredOutput?: boolean
  /** The version writes local permission rules but ignores them in a folder without trust. */
  readonly ignoresLocalRules?: boolean
  /** Says what the CLI can do where it does not say so itself. */
  readonly version?: CliVersion
  readonly signalWaits?: SignalWaits
}
export interface InterruptOptions extends CallOptions {
  /** Take the prompts that wait in the CLI's queue out too. */
  readonly cancelQueued?: boolean
  /** Open approvals: let the CLI withdraw them, or deny each with an interrupt. */
  readonly approvals?: 'withdraw' | 'deny'
}
export interface InterruptResult extends InterruptResponse {
  /** The CLI did not answer in time and was sent signals, which have ended the process. */
  readonly escalated?: boolean
}
