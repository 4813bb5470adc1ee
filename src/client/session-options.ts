import type { SignalWaits } from '../driver/interrupt.ts'
import type { Isolation } from '../process/isolation/isolation.ts'
import type { CliOptions } from '../process/options/options.ts'
import type { PluginOptions } from '../process/options/plugin-delivery.ts'
import type { CloseWaits } from '../process/pipe-transport.ts'
import type { InitializeRequest } from '../protocol/control/initialize.ts'
import type { HostRequestFields } from '../protocol/control/to-cli.ts'
import type { UserDialogRequest, UserDialogResult } from '../protocol/control/to-host.ts'
import type { Decoded } from '../protocol/decode.ts'
import type { McpServerConfig } from '../protocol/mcp.ts'
import type { StdoutMessage } from '../protocol/stdout.ts'
import type { ApprovalHandler } from './approvals/broker.ts'
import type { Hooks } from './hooks.ts'
import type { ProcessDetails } from './ledger.ts'
import type { InProcessMcpServer } from './mcp-bridge.ts'

/** A line on stdout that is not a known message. It is kept and reported, and the session continues. */
export type IrregularLine = Exclude<Decoded, { kind: 'message' }>

/** Something that went wrong without ending anything. */
export interface Warning {
  readonly code:
    | 'answer-not-kept'
    | 'approval-handler'
    | 'hook-handler'
    | 'listener'
    | 'option-left-out'
    | 'plugins-not-loaded'
    | 'should-query-ignored'
    | 'structured-output-missing'
    | 'version-unreadable'
  readonly message: string
  readonly error?: unknown
}

/** The functions that a session calls. */
export interface SessionHandlers {
  /** Decides approvals. It may return first and answer later. Without it everything is denied, with a reason. */
  readonly onApproval?: ApprovalHandler
  /** Answers `request_user_dialog` for the kinds in `initialize.supportedDialogKinds`. */
  readonly onUserDialog?: (
    request: UserDialogRequest,
    context: { signal: AbortSignal },
  ) => UserDialogResult | undefined | Promise<UserDialogResult | undefined>
  readonly hooks?: Hooks
  /** Every message, as it is read: the fastest way to follow a session. `text` is the line. */
  readonly onMessage?: (message: StdoutMessage, text: string) => void
  readonly onIrregular?: (line: IrregularLine) => void
  /** What went wrong without ending anything. Left out, it is printed as a warning of the process. */
  readonly onWarning?: (warning: Warning) => void
  /** The CLI's stderr as it comes, secrets and all. Its end is kept in any case, without them. */
  readonly onStderr?: (text: string) => void
}

/** Those that have a flag too are options of the command line. */
type InitializeFields = Omit<
  InitializeRequest,
  'hooks' | 'sdkMcpServers' | 'jsonSchema' | 'plugins' | 'skills'
>

/** What `openSession` takes: flags of the CLI, handlers, and how the process is run. */
export interface SessionOptions
  extends Omit<CliOptions, 'mcpServers'>,
    SessionHandlers,
    InitializeFields,
    PluginOptions {
  /** The `claude` to run. Default: where it is usually found. */
  readonly binary?: string
  readonly cwd?: string
  /** Over this program's own environment; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Configs, or servers that live in this program (`McpServer` of `@modelcontextprotocol/sdk`). */
  readonly mcpServers?: Readonly<Record<string, McpServerConfig | InProcessMcpServer>>
  /** Lets `rewindFiles` restore what tools have changed. */
  readonly fileCheckpointing?: boolean
  /** How long the CLI has to answer a control request, in milliseconds. Default 60 s. */
  readonly controlTimeout?: number
  /** False: `session.state` is not kept, which saves memory where nobody looks at it. */
  readonly keepState?: boolean
  /** After so many milliseconds without a sign of the model, the CLI is asked whether it responds. Default: 120,000; false: never. */
  readonly stallAfter?: number | false
  readonly closeWaits?: CloseWaits
  /** How long an interrupt that the CLI did not answer waits for each signal to end it. */
  readonly signalWaits?: SignalWaits
  readonly maxLineBytes?: number
  /** Closes the session when it is aborted; what is awaited then rejects. */
  readonly signal?: AbortSignal
  /** What the CLI, and all that it starts, shall not see. `prepareIsolation` makes it, on Linux with bubblewrap. */
  readonly isolation?: Isolation
}

/** What a session is made of when its transport is there already: `openSession` derives it from `SessionOptions`. */
export interface ConnectOptions extends SessionHandlers {
  /** Fields of the first control request, beside the hooks and MCP servers that the session adds. */
  readonly initialize?: HostRequestFields<'initialize'>
  readonly inProcessServers?: Readonly<Record<string, InProcessMcpServer>>
  readonly controlTimeout?: number
  /** False: `state` is not kept, which saves memory where nobody looks at it. */
  readonly keepState?: boolean
  /** After so many milliseconds without a sign of the model, the CLI is asked whether it responds. Default: 120,000; false: never. */
  readonly stallAfter?: number | false
  /** What is known of the process. Its version says what the CLI can do where it does not say so itself. */
  readonly process?: ProcessDetails
  /** A JSON schema was asked for: a success without an answer in that form is worth a warning. */
  readonly wantsStructuredOutput?: boolean
  readonly signalWaits?: SignalWaits
}
