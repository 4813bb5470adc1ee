/**
 * One conversation with one process of the CLI. A session is opened over a transport (`openSession` spawns one), lives
 * until `close()` or until the process ends, and then rejects everything that was still awaited with one error. It
 * reads as fast as its slowest reader of `messages()`; without readers it never waits.
 */
import type { Ending, Transport } from '../process/transport.ts'
import type { InitializeResponse } from '../protocol/control/initialize.ts'
import type { HostRequestFields, HostRequestSubtype, HostResponse } from '../protocol/control/to-cli.ts'
import { type Decoded, decode } from '../protocol/decode.ts'
import { encode } from '../protocol/encode.ts'
import type { Line } from '../protocol/lines.ts'
import type { McpMessage } from '../protocol/mcp.ts'
import type { ResultMessage } from '../protocol/messages/result.ts'
import type { StdinMessage } from '../protocol/stdin.ts'
import type { StdoutMessage } from '../protocol/stdout.ts'
import { type Answerers, answerCli } from './answer-cli.ts'
import { watchAppended } from './appended.ts'
import type { Approval } from './approvals/approval.ts'
import { ApprovalDesk } from './approvals/desk.ts'
import { Capabilities } from './capabilities.ts'
import { type CallOptions, ControlChannel } from './control-channel.ts'
import { ControlTimeoutError, SessionClosedError, SessionEndedError } from './errors.ts'
import { HookRunner } from './hooks.ts'
import { escalate, interruptTurn } from './interrupt.ts'
import { McpBridges, splitServers } from './mcp-bridge.ts'
import { MessageFeed } from './message-feed.ts'
import { type Prompt, promptMessage, type SendOptions } from './prompt.ts'
import type { ConnectOptions, InterruptOptions, InterruptResult } from './session-calls.ts'
import type { SessionOptions, Warning } from './session-options.ts'
import { SessionView } from './session-view.ts'
import { HeldQueue } from './turns/held-queue.ts'
import { lacksStructuredOutput, Turn } from './turns/turn.ts'
import { TurnTracker } from './turns/turn-tracker.ts'

export type { ConnectOptions, InterruptOptions, InterruptResult } from './session-calls.ts'

const INTERRUPT_BEFORE_CLOSE = 2000
/** A prompt is not sent again while its turn is remembered. After that the CLI itself remembers. */
const MOST_TURNS = 200

export class Session extends SessionView {
  readonly #transport: Transport
  readonly #options: ConnectOptions
  readonly #channel: ControlChannel
  readonly #desk: ApprovalDesk
  readonly #hooks: HookRunner
  readonly #bridges: McpBridges
  readonly #feed: MessageFeed<StdoutMessage>
  readonly #capabilities: Capabilities
  readonly #tracker: TurnTracker
  readonly #turns = new Map<string, Turn>()
  #closing: Promise<Ending> | undefined
  #endError: SessionEndedError | undefined
  #sessionId: string | undefined
  #inputEnded = false
  #end: (ending: Ending) => void = () => {}

  /** Prompts sent with `when: 'after-turn'` that are still held here. */
  readonly queue: HeldQueue = new HeldQueue((fact) => this.keeper.record(fact))
  /** The answer to `initialize`: commands, models, account. */
  readonly ready: Promise<InitializeResponse>
  /** How the process ended. Never rejects. */
  readonly ended: Promise<Ending>

  constructor(transport: Transport, options: ConnectOptions = {}) {
    super({
      keepState: options.keepState ?? true,
      stallAfter: options.stallAfter,
      probe: () => this.#probe(),
      onListenerError: (error) => this.#warn('listener', 'a listener of onChange threw', error),
    })
    this.#transport = transport
    this.#options = options
    this.#feed = new MessageFeed(transport)
    this.#capabilities = new Capabilities(options.version)
    const { isEarly } = this.#capabilities
    this.#tracker = new TurnTracker(() => this.#sendHeld(), { isEarly })
    this.#channel = new ControlChannel(
      (message) => this.#write(message),
      (request, open) => answerCli(request, open, this.#answerers),
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
    this.keeper.started(transport.pid, options.process)
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
  /** What newer CLIs say that they can do: some of it once they are ready, all of it from the first turn on. */
  get capabilities(): string[] {
    return this.#capabilities.named
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
    // Early versions heed no priority: the turn is stopped, and the prompt is next.
    const stops = options.when === 'now' && this.#capabilities.isEarly && this.isBusy
    if (hold) this.queue.add(turn)
    else this.#sendTurn(turn)
    if (stops) this.interrupt().catch(() => {})
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
    const problem = this.#gone(`request ${subtype}`) ?? this.#capabilities.problemWith(subtype, fields)
    return problem ? Promise.reject(problem) : this.#call(subtype, fields, options)
  }

  /**
   * Stops the running turn; resolves when the CLI has taken it. The turn then ends as `interrupted`. Prompts that wait
   * in the CLI's queue run next unless `cancelQueued` is set.
   */
  interrupt(options: InterruptOptions = {}): Promise<InterruptResult> {
    const parts = {
      approvals: this.approvals,
      request: (fields: { cancel_queued?: true }, call: CallOptions) =>
        this.request('interrupt', fields, call),
      waiting: () => this.#tracker.waiting,
      takeBack: (uuid: string) => this.cancel(uuid),
      dropsQueue: !this.#capabilities.lacks('interrupt_cancel_queued_v1'),
      withdraw: (id: string) => this.#channel.withdraw(id, { action: 'cancel' }),
      escalate: () => escalate(this.#transport, this.ended, this.#options.signalWaits),
    }
    return interruptTurn(parts, options)
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
      const timeout = INTERRUPT_BEFORE_CLOSE
      const interrupted = this.#call('interrupt', { cancel_queued: true }, { timeout })
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
    const answer = await this.#call('initialize', fields)
    this.#capabilities.learn(answer.capabilities, { all: false })
    return answer
  }

  #call<S extends HostRequestSubtype>(
    subtype: S,
    fields: HostRequestFields<S>,
    { timeout = this.#options.controlTimeout }: CallOptions = {},
    idPrefix = '',
  ): Promise<HostResponse<S>> {
    const options = { idPrefix, ...(timeout !== undefined && { timeout }) }
    return this.#feed.during(this.#channel.request(subtype, fields, options))
  }

  /** Asks whether the CLI is there. Not while a slow reader holds it up: then it is silent because of us. */
  #probe(): boolean {
    if (this.#closing || this.#inputEnded || this.#feed.isPaused) return false
    const subtype = this.#capabilities.isEarly ? 'mcp_status' : 'get_binary_version'
    this.#call(subtype, {}, {}, 'probe-').catch(() => {})
    return true
  }

  async #write(message: StdinMessage): Promise<void> {
    const line = encode(message)
    this.keeper.sent(line)
    if (this.isBusy) this.keeper.wake()
    await this.#transport.send(line)
  }

  #remember(turn: Turn): void {
    this.#turns.set(turn.uuid, turn)
    for (const [uuid, { state }] of this.#turns) {
      if (this.#turns.size <= MOST_TURNS) break
      if (state === 'done') this.#turns.delete(uuid)
    }
  }

  #sendTurn(turn: Turn): void {
    if (!this.isBusy) watchAppended(turn, (message) => this.#warn('should-query-ignored', message))
    this.#tracker.sent(turn)
    // If the write fails the process is gone, and its ending rejects the turn.
    this.#write(turn.input).catch(() => {})
  }

  #sendHeld(): void {
    const turn = this.#closing ? undefined : this.queue.take()
    if (turn) this.#sendTurn(turn)
  }

  #receive(batch: readonly Line[]): void {
    const at = Date.now()
    for (const line of batch) {
      const decoded = decode(line)
      if (decoded.kind === 'message') {
        this.keeper.received(decoded.message, at, decoded.text.length)
        this.#dispatch(decoded.message, decoded.text)
      } else this.#irregular(decoded)
    }
    if (this.isBusy) this.keeper.wake()
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
        if (message.type === 'system' && message.subtype === 'init')
          this.#capabilities.learn(message.capabilities, { all: true })
        this.#tracker.observe(message)
    }
    this.#tell('onMessage', () => this.#options.onMessage?.(message, text))
    this.#feed.push(message, text.length)
  }

  #checkStructuredOutput(message: ResultMessage): void {
    if (!this.#options.wantsStructuredOutput || !lacksStructuredOutput(message)) return
    const text = 'the model ended its turn without an answer in the form asked for'
    this.#warn('structured-output-missing', text)
  }

  #irregular(decoded: Exclude<Decoded, { kind: 'message' }>): void {
    this.keeper.irregular(decoded)
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
    this.keeper.ended(ending)
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
