/**
 * One conversation with one process of the CLI. A session is opened over a transport (`openSession` spawns one), lives
 * until `close()` or until the process ends, and then rejects everything that was still awaited with one error. It
 * reads as fast as its slowest reader of `messages()`; without readers it never waits.
 */
import type { Ending, Transport } from '../process/transport.ts'
import type { InitializeResponse } from '../protocol/control/initialize.ts'
import type { InterruptResponse } from '../protocol/control/responses.ts'
import type { HostRequestFields, HostRequestSubtype, HostResponse } from '../protocol/control/to-cli.ts'
import { type Decoded, decode } from '../protocol/decode.ts'
import { encode } from '../protocol/encode.ts'
import type { Line } from '../protocol/lines.ts'
import type { McpMessage } from '../protocol/mcp.ts'
import type { ResultMessage } from '../protocol/messages/result.ts'
import type { StdinMessage } from '../protocol/stdin.ts'
import type { StdoutMessage } from '../protocol/stdout.ts'
import { type Answerers, answerCli } from './answer-cli.ts'
import type { Approval } from './approvals/approval.ts'
import { ApprovalDesk } from './approvals/desk.ts'
import { type CallOptions, ControlChannel } from './control-channel.ts'
import { ControlMethods } from './control-methods.ts'
import { ControlTimeoutError, SessionClosedError, SessionEndedError } from './errors.ts'
import { HookRunner } from './hooks.ts'
import { type InProcessMcpServer, McpBridges, splitServers } from './mcp-bridge.ts'
import { MessageFeed } from './message-feed.ts'
import { type Prompt, promptMessage, type SendOptions } from './prompt.ts'
import type { SessionHandlers, SessionOptions, Warning } from './session-options.ts'
import { HeldQueue } from './turns/held-queue.ts'
import { Turn } from './turns/turn.ts'
import { TurnTracker } from './turns/turn-tracker.ts'

export interface ConnectOptions extends SessionHandlers {
  /** Fields of the first control request, beside the hooks and MCP servers that are added here. */
  readonly initialize?: HostRequestFields<'initialize'>
  readonly inProcessServers?: Readonly<Record<string, InProcessMcpServer>>
  readonly controlTimeout?: number
  /** A JSON schema was asked for: a success without an answer in that form is worth a warning. */
  readonly wantsStructuredOutput?: boolean
  /** The version writes local permission rules but ignores them in a folder without trust. */
  readonly ignoresLocalRules?: boolean
}
export interface InterruptOptions extends CallOptions {
  /** Take the prompts that wait in the CLI's queue out too (newer CLIs). */
  readonly cancelQueued?: boolean
  /** Open approvals: let the CLI withdraw them, or deny each with an interrupt. */
  readonly approvals?: 'withdraw' | 'deny'
}
export interface InterruptResult extends InterruptResponse {
  /** The CLI did not answer in time and was sent a signal, which ends the process. */
  readonly escalated?: boolean
}

const INTERRUPT_TIMEOUT = 5000
const INTERRUPT_BEFORE_CLOSE = 2000
/** A prompt is not sent again while its turn is remembered. After that the CLI itself remembers. */
const MOST_TURNS = 200

export class Session extends ControlMethods {
  readonly #transport: Transport
  readonly #options: ConnectOptions
  readonly #channel: ControlChannel
  readonly #desk: ApprovalDesk
  readonly #hooks: HookRunner
  readonly #bridges: McpBridges
  readonly #feed: MessageFeed<StdoutMessage>
  readonly #tracker = new TurnTracker(() => this.#sendHeld())
  readonly #turns = new Map<string, Turn>()
  #closing: Promise<Ending> | undefined
  #endError: SessionEndedError | undefined
  #sessionId: string | undefined
  #inputEnded = false
  #end: (ending: Ending) => void = () => {}

  /** Prompts sent with `when: 'after-turn'` that are still held here. */
  readonly queue = new HeldQueue()
  /** The answer to `initialize`: commands, models, account. */
  readonly ready: Promise<InitializeResponse>
  /** How the process ended. Never rejects. */
  readonly ended: Promise<Ending>

  constructor(transport: Transport, options: ConnectOptions = {}) {
    super()
    this.#transport = transport
    this.#options = options
    this.#feed = new MessageFeed(transport)
    this.#channel = new ControlChannel(
      (message) => this.#write(message),
      (request, context) => answerCli(request, context, this.#answerers),
    )
    this.#desk = new ApprovalDesk({
      onApproval: options.onApproval,
      onHandlerError: (error, { id }) =>
        this.#warn('approval-handler', `the handler of approval ${id} threw`, error),
      ignoresLocalRules: () => options.ignoresLocalRules ?? false,
    })
    this.#hooks = new HookRunner(options.hooks ?? {}, (error, event) =>
      this.#warn('hook-handler', `a ${event} hook threw`, error),
    )
    this.#bridges = new McpBridges((server, message) => this.#tellServerMessage(server, message))
    for (const [name, server] of Object.entries(options.inProcessServers ?? {}))
      this.#bridges.add(name, server)
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
    transport.start({ lines: (batch) => this.#receive(batch), closed: (ending) => this.#closed(ending) })
    this.ready = this.#initialize()
    this.ready.catch(() => {})
  }

  get #answerers(): Answerers {
    const { onUserDialog, initialize } = this.#options
    return {
      desk: this.#desk,
      hooks: this.#hooks,
      bridges: this.#bridges,
      onUserDialog,
      dialogKinds: initialize?.supportedDialogKinds ?? [],
    }
  }

  /** The CLI's id of the conversation: known from the first turn on, and changed by `/clear`. */
  get sessionId(): string | undefined {
    return this.#sessionId
  }
  get pid(): number | undefined {
    return this.#transport.pid
  }
  /** A turn runs, or a prompt that was sent waits. */
  get isBusy(): boolean {
    return !this.#tracker.isIdle
  }
  /** What waits for a decision, oldest first. */
  get approvals(): Approval[] {
    return this.#desk.open
  }

  /**
   * Sends a prompt. While a turn runs, `when` says what happens: `next` (default) joins it at the next tool or follows
   * it, `now` ends it, `after-turn` is held here until it is over. A uuid that was sent before is not sent again.
   */
  send(prompt: Prompt, options: SendOptions = {}): Turn {
    const gone = this.#gone('send')
    if (gone) throw gone
    const input = promptMessage(prompt, options)
    const known = this.#turns.get(input.uuid)
    if (known) return known
    const hold = options.when === 'after-turn' && (this.isBusy || this.queue.list().length > 0)
    const turn = new Turn(input, hold ? 'held' : 'sent')
    this.#remember(turn)
    if (hold) this.queue.add(turn)
    else this.#sendTurn(turn)
    return turn
  }

  /** Takes a prompt back: a held one always, one that the CLI has only while it waits there. */
  async cancel(turn: Turn | string): Promise<boolean> {
    const uuid = typeof turn === 'string' ? turn : turn.uuid
    if (this.queue.cancel(uuid)) return true
    const { cancelled = false } = await this.request('cancel_async_message', { message_uuid: uuid })
    if (cancelled) this.#tracker.cancelled(uuid)
    return cancelled
  }

  /** Every message from now on, until the session ends. Several may read; a slow reader lets the CLI wait. */
  messages(): AsyncIterableIterator<StdoutMessage> {
    return this.#feed.read()
  }

  /** Any control request; the answer's type follows from the subtype. */
  request<S extends HostRequestSubtype>(
    subtype: S,
    fields: HostRequestFields<S>,
    options: CallOptions = {},
  ): Promise<HostResponse<S>> {
    const gone = this.#gone(`request ${subtype}`)
    if (gone) return Promise.reject(gone)
    return this.#call(subtype, fields, options)
  }

  /**
   * Stops the running turn; resolves when the CLI has taken it. The turn then ends as `interrupted`. Prompts that wait
   * in the CLI's queue run next unless `cancelQueued` is set.
   */
  async interrupt(options: InterruptOptions = {}): Promise<InterruptResult> {
    const { cancelQueued = false, approvals = 'withdraw', timeout = INTERRUPT_TIMEOUT } = options
    const elicitations = this.approvals.filter((open) => open.kind === 'elicitation')
    const denied = approvals === 'deny' ? this.approvals.filter((open) => open.kind !== 'elicitation') : []
    try {
      for (const approval of denied) approval.deny('The user stopped the turn.', { interrupt: true })
      const answer =
        denied.length > 0 && !cancelQueued
          ? {}
          : await this.request('interrupt', cancelQueued ? { cancel_queued: true } : {}, { timeout })
      // Old CLIs do not withdraw what an MCP server asked.
      for (const { id, status } of elicitations)
        if (status === 'pending') this.#channel.withdraw(id, { action: 'cancel' })
      return answer
    } catch (error) {
      if (!(error instanceof ControlTimeoutError)) throw error
      this.#transport.signal('SIGINT')
      return { escalated: true }
    }
  }

  /**
   * Replaces the MCP servers that were set while the session runs. Servers of this program may be among them; those that
   * it has already stay, although the CLI would drop them.
   */
  setMcpServers(
    servers: NonNullable<SessionOptions['mcpServers']>,
  ): Promise<HostResponse<'mcp_set_servers'>> {
    const { configs, inProcess } = splitServers(servers)
    for (const [name, server] of Object.entries(inProcess)) this.#bridges.add(name, server)
    const own = this.#bridges.names.map((name) => [name, { type: 'sdk' as const, name }])
    return this.request('mcp_set_servers', { servers: { ...configs, ...Object.fromEntries(own) } })
  }
  /** Tells the CLI that no more prompts come: it finishes what it does and ends. */
  endInput(): void {
    this.#inputEnded = true
    this.#transport.endInput()
  }

  /** Ends the process: interrupts a running turn, then by ever stronger means. Calling it again is harmless. */
  close(): Promise<Ending> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<Ending> {
    if (this.isBusy) {
      const interrupted = this.#call(
        'interrupt',
        { cancel_queued: true },
        { timeout: INTERRUPT_BEFORE_CLOSE },
      )
      await interrupted.catch((error) => {
        if (error instanceof ControlTimeoutError) this.#transport.signal('SIGINT')
      })
    }
    await this.#transport.close()
    return this.ended
  }

  async #initialize(): Promise<InitializeResponse> {
    const { initialize = {} } = this.#options
    const hooks = this.#hooks.registration
    const servers = [...(initialize.sdkMcpServers ?? []), ...this.#bridges.names]
    const fields = {
      ...initialize,
      ...(Object.keys(hooks).length > 0 && { hooks }),
      ...(servers.length > 0 && { sdkMcpServers: servers }),
    }
    return this.#call('initialize', fields)
  }

  #call<S extends HostRequestSubtype>(
    subtype: S,
    fields: HostRequestFields<S>,
    { timeout = this.#options.controlTimeout }: CallOptions = {},
  ): Promise<HostResponse<S>> {
    return this.#feed.during(this.#channel.request(subtype, fields, timeout === undefined ? {} : { timeout }))
  }

  async #write(message: StdinMessage): Promise<void> {
    await this.#transport.send(encode(message))
  }

  #remember(turn: Turn): void {
    this.#turns.set(turn.uuid, turn)
    for (const [uuid, { state }] of this.#turns) {
      if (this.#turns.size <= MOST_TURNS) break
      if (state === 'done') this.#turns.delete(uuid)
    }
  }

  #sendTurn(turn: Turn): void {
    this.#tracker.sent(turn)
    // If the write fails the process is gone, and its ending rejects the turn.
    this.#write(turn.input).catch(() => {})
  }

  #sendHeld(): void {
    const turn = this.#closing ? undefined : this.queue.take()
    if (turn) this.#sendTurn(turn)
  }

  #receive(batch: readonly Line[]): void {
    for (const line of batch) {
      const decoded = decode(line)
      if (decoded.kind === 'message') this.#dispatch(decoded.message, decoded.text)
      else this.#irregular(decoded)
    }
  }

  #dispatch(message: StdoutMessage, text: string): void {
    switch (message.type) {
      case 'stream_event':
        break
      case 'control_request':
        this.#channel.onRequest(message)
        break
      case 'control_response':
        this.#channel.onResponse(message)
        break
      case 'control_cancel_request':
        this.#channel.onCancel(message.request_id)
        break
      default:
        // Not the `new_conversation_id` of a reset, under which there is no transcript.
        if ('session_id' in message && message.session_id) this.#sessionId = message.session_id
        if (message.type === 'result') this.#checkStructuredOutput(message)
        this.#tracker.observe(message)
    }
    this.#tell('onMessage', () => this.#options.onMessage?.(message, text))
    this.#feed.push(message, text.length)
  }

  #checkStructuredOutput({
    is_error: failed,
    num_turns: turns,
    structured_output: output,
  }: ResultMessage): void {
    if (!this.#options.wantsStructuredOutput || failed || turns === 0 || output !== undefined) return
    this.#warn(
      'structured-output-missing',
      'the model ended its turn without an answer in the form asked for',
    )
  }

  #irregular(decoded: Exclude<Decoded, { kind: 'message' }>): void {
    if (decoded.kind === 'unknown') {
      const { type, request_id: requestId } = decoded.value
      if (type === 'control_request' && typeof requestId === 'string')
        this.#channel.refuse(requestId, decoded.reason)
    }
    this.#tell('onIrregular', () => this.#options.onIrregular?.(decoded))
  }

  /** A listener that throws must not cost the lines that came with this one. */
  #tell(name: string, listener: () => void): void {
    try {
      listener()
    } catch (error) {
      this.#warn('listener', `${name} threw`, error)
    }
  }

  #tellServerMessage(server: string, message: McpMessage): void {
    // One way: an answer to a request of the server comes as a message of its own.
    this.#call('mcp_message', { server_name: server, message }).catch(() => {})
  }

  #closed(ending: Ending): void {
    const { lastResult } = this.#tracker
    const error = new SessionEndedError(
      ending,
      lastResult?.status === 'error' ? lastResult.message : undefined,
    )
    const failed = this.#isFailure(ending)
    this.#endError = error
    this.#channel.fail(error)
    this.#tracker.fail(error)
    this.queue.fail(error)
    this.#feed.end(failed ? error : undefined)
    void this.#bridges.close().finally(() => this.#end(ending))
  }

  #isFailure({ cause, exitCode }: Ending): boolean {
    // When its input ends after a turn that failed or was interrupted, the CLI exits with 1. The result has told it.
    const { hasRun, isIdle, lastResult } = this.#tracker
    if (exitCode === 1 && this.#inputEnded && hasRun && isIdle && lastResult?.status !== 'success')
      return false
    return cause === 'spawn' || (cause === 'exit' && exitCode !== 0)
  }

  /** Why nothing can be sent any more. */
  #gone(what: string): Error | undefined {
    return this.#closing ? new SessionClosedError(what) : this.#endError
  }

  #warn(code: Warning['code'], message: string, error?: unknown): void {
    this.#options.onWarning?.({ code, message, ...(error !== undefined && { error }) })
  }
}
