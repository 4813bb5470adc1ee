/// <reference lib="esnext.disposable" preserve="true" />
import { type CallOptions, Driver } from '../driver/driver.ts'
import { BadRequestError, ControlTimeoutError } from '../driver/errors.ts'
import type { InterruptOptions, InterruptResult } from '../driver/interrupt.ts'
import { type Prompt, type PromptOptions, promptMessage } from '../driver/prompt.ts'
import { systemClock } from '../process/clock.ts'
import { randomId } from '../process/random-id.ts'
import type { Ending, Transport } from '../process/transport.ts'
import type { InitializeResponse } from '../protocol/control/initialize.ts'
import type { HostRequestFields, HostRequestSubtype, HostResponse } from '../protocol/control/to-cli.ts'
import type { Decoded } from '../protocol/decode.ts'
import type { Line } from '../protocol/lines.ts'
import type { McpMessage, McpServerStatus } from '../protocol/mcp.ts'
import type { ResultMessage } from '../protocol/messages/result.ts'
import type { PermissionMode } from '../protocol/permissions.ts'
import type { StdoutMessage } from '../protocol/stdout.ts'
import type { ModelFigures } from '../state/cumulative-figures.ts'
import { lastValue } from '../state/list.ts'
import { type Liveness, liveness } from '../state/liveness/liveness.ts'
import { emptyState, type SessionState } from '../state/session-state.ts'
import type { TurnResult } from '../state/turns/result.ts'
import { totalCost, totalsByModel } from '../state/usage-totals.ts'
import type { Approval } from './approvals/approval.ts'
import { SessionClosedError, SessionEndedError } from './errors.ts'
import { type ChangeListener, MemoryLedger } from './ledger.ts'
import { splitServers } from './mcp-bridge.ts'
import { MessageFeed } from './message-feed.ts'
import { watchAppended } from './prompts/appended.ts'
import { PromptQueue } from './prompts/prompt-queue.ts'
import { lacksStructuredOutput, type SentPrompt, type TrackedPrompt } from './prompts/sent-prompt.ts'
import { mayEndPrompt, SentPrompts } from './prompts/sent-prompts.ts'
import { readLine } from './read-line.ts'
import { RequestHandlers } from './request-handlers.ts'
import type { ConnectOptions, SessionOptions, Warning } from './session-options.ts'
import { callSafely, type Warn, warnerOf } from './warnings.ts'

const INTERRUPT_BEFORE_CLOSE = 2000

/** How a prompt is sent. */
export interface SendOptions extends PromptOptions {
  /** The CLI runs each uuid once. Made if left out. */
  readonly uuid?: string
}

/**
 * One conversation with one process of the CLI: the driver over a ledger in memory, with handlers in code. A session is
 * opened over a transport (`openSession` spawns one), lives until `close()` or until the process ends, and then rejects
 * everything that was still awaited with one error. It reads as fast as its slowest reader of `messages()`; without readers
 * it never waits.
 */
export class Session {
  readonly #transport: Transport
  readonly #options: ConnectOptions
  readonly #warning: Warn
  readonly #ledger: MemoryLedger
  readonly #driver: Driver<never>
  readonly #handlers: RequestHandlers
  readonly #feed: MessageFeed<StdoutMessage>
  readonly #prompts: SentPrompts
  #closing: Promise<Ending> | undefined
  #endError: SessionEndedError | undefined
  #sessionId: string | undefined
  #inputEnded = false
  /** There was a turn. A result may come without one, when the CLI cannot even begin. */
  #hasRun = false
  /** As far as messages say without looking at the state. */
  #isInTurn = false
  #end: (ending: Ending) => void = () => {}

  /** Prompts sent with `when: 'after-turn'` that are still held here. */
  readonly queue: PromptQueue
  /** The answer to `initialize`: commands, models, account. */
  readonly ready: Promise<InitializeResponse>
  /** How the process ended. Never rejects. */
  readonly ended: Promise<Ending>

  constructor(transport: Transport, options: ConnectOptions = {}) {
    this.#transport = transport
    this.#options = options
    this.#warning = warnerOf(options.onWarning)
    this.#feed = new MessageFeed(transport)
    const { keepState = true, stallAfter, controlTimeout, signalWaits } = options
    this.#ledger = new MemoryLedger({
      keepState,
      transport,
      onListenerError: (error) => this.#warn('listener', 'a listener of onChange threw', error),
    })
    this.#prompts = new SentPrompts(() => this.#ledger.state)
    this.#driver = new Driver(
      {
        ledger: this.#ledger,
        clock: systemClock,
        newId: randomId,
        answer: (request, open) => this.#handlers.answer(request, open),
        signal: (name) => transport.signal(name),
        onCall: (answer) => void this.#feed.during(answer).catch(() => {}),
        // While a slow reader holds the CLI up, it is silent because of us.
        canProbe: () => !this.#closing && !this.#inputEnded && !this.#feed.isPaused,
        mayRelease: () => !this.#closing && this.#prompts.hasHeld,
        promptMessage: ({ uuid, content }) => this.#prompts.get(uuid)?.input ?? promptMessage(content, uuid),
        // If a write fails the process is gone, and its ending rejects what waits.
        onError: () => {},
      },
      { callTimeout: controlTimeout, stallAfter: keepState ? stallAfter : false, signalWaits },
    )
    this.#handlers = new RequestHandlers(options, {
      warn: (code, message, error) => this.#warn(code, message, error),
      decide: (id, decision) => void this.#driver.answer(id, decision).catch(() => {}),
      sendServerMessage: (server, message) => this.#sendServerMessage(server, message),
    })
    this.queue = new PromptQueue({
      prompts: this.#prompts,
      state: () => this.#ledger.state,
      record: (fact) => {
        this.#ledger.add(fact)
        this.#prompts.update()
      },
    })
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
    this.#ledger.started(transport.pid, options.process)
    transport.start({ lines: (batch) => this.#receive(batch), closed: (ending) => this.#closed(ending) })
    this.ready = this.#driver.initialize(this.#handlers.initializeFields)
    this.ready.catch(() => {})
  }

  /** What the session is, as of the last message: transcript, turns, prompts, approvals, tasks, cost. Never changed. */
  get state(): SessionState {
    return (this.#options.keepState ?? true) ? this.#ledger.state : emptyState
  }
  /** What it does now, and what it waits for. */
  liveness(now: number = Date.now()): Liveness {
    const { stallAfter } = this.#options
    if (stallAfter === undefined) return liveness(this.state, now)
    return liveness(this.state, now, { stallAfter: stallAfter || Number.POSITIVE_INFINITY })
  }
  /** Called with a new state, once for all that came together. Call the result to stop. */
  onChange(listener: ChangeListener): () => void {
    if (typeof listener !== 'function') throw new BadRequestError('`onChange` takes a function')
    return this.#ledger.onChange(listener)
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
    return this.#driver.isBusy
  }
  /** What newer CLIs say that they can do: some of it once they are ready, all of it from the first turn on. */
  get capabilities(): readonly string[] {
    return this.#ledger.state.facts.capabilities ?? []
  }
  /**
   * The approvals that wait for a decision, oldest first: the objects that `onApproval` got, each with `allow` and `deny`. One that
   * was answered or withdrawn is not in the list any more. Without an `onApproval` handler everything is denied at once.
   */
  get pendingApprovals(): Approval[] {
    return this.#handlers.approvals
  }
  /** What the conversation has cost, as of its last result. 0 with `keepState: false`. */
  get costUsd(): number {
    return totalCost(this.state.usage)
  }
  /** Tokens and cost by model, as of the last result. */
  get usage(): Readonly<Record<string, ModelFigures>> {
    return totalsByModel(this.state.usage)
  }

  /**
   * Sends a prompt. While a turn runs, `when` says what happens: `next` (default) joins it at the next tool or follows
   * it, `now` ends it, `after-turn` is held here until it is over. A uuid that was sent before is not sent again.
   */
  send(prompt: Prompt, { uuid, ...options }: SendOptions = {}): SentPrompt {
    const gone = this.#gone('send')
    if (gone) throw gone
    const input = promptMessage(prompt, uuid ?? randomId(), options)
    const known = this.#prompts.get(input.uuid)
    if (known) return known
    const isHeld = this.#driver.mustHold(options.when)
    const sent = this.#prompts.add(input, isHeld ? 'held' : 'sent')
    // A held prompt is sent when nothing runs.
    if (options.shouldQuery === false && (isHeld || !this.isBusy)) this.#watchAppended(sent)
    const done = isHeld ? this.#driver.hold(input) : this.#driver.send(input)
    // If the write fails the process is gone, and its ending rejects the prompt.
    done.catch(() => {})
    this.#driver.wake()
    return sent
  }

  /** Takes a prompt back: a held one always, one that the CLI has only while it waits there. */
  async cancel(prompt: SentPrompt | string): Promise<boolean> {
    const uuid = typeof prompt === 'string' ? prompt : prompt.uuid
    if (this.queue.cancel(uuid)) return true
    const gone = this.#gone('cancel')
    if (gone) throw gone
    return this.#settling(this.#driver.takeBack(uuid))
  }

  /** Every message from now on, until the session ends. Several may read; a slow reader lets the CLI wait. */
  messages(): AsyncIterableIterator<StdoutMessage> {
    return this.#feed.read()
  }

  /** Any control request; the answer's type follows from the subtype. */
  request<S extends HostRequestSubtype>(
    subtype: S,
    fields: HostRequestFields<S>,
    { timeout }: Pick<CallOptions, 'timeout'> = {},
  ): Promise<HostResponse<S>> {
    const gone = this.#gone(`request ${subtype}`)
    if (gone) return Promise.reject(gone)
    return this.#settling(this.#driver.request(subtype, fields, { timeout }))
  }

  /** An unknown model is taken by the CLI and fails at the API. Without one: the default model. */
  setModel(model?: string): Promise<HostResponse<'set_model'>> {
    return this.request('set_model', model === undefined ? {} : { model })
  }
  setPermissionMode(mode: PermissionMode): Promise<HostResponse<'set_permission_mode'>> {
    return this.request('set_permission_mode', { mode })
  }
  /** Null removes the limit, 0 turns thinking off. */
  async setMaxThinkingTokens(tokens: number | null): Promise<void> {
    await this.request('set_max_thinking_tokens', { max_thinking_tokens: tokens })
  }
  async mcpStatus(): Promise<McpServerStatus[]> {
    const status = await this.request('mcp_status', {})
    return Array.isArray(status) ? status : (status.mcpServers ?? [])
  }
  /** Puts back the files that tools have changed since this prompt. Needs `fileCheckpointing`. */
  rewindFiles(userMessageUuid: string, { dryRun = false } = {}): Promise<HostResponse<'rewind_files'>> {
    return this.request('rewind_files', {
      user_message_id: userMessageUuid,
      ...(dryRun && { dry_run: true }),
    })
  }
  contextUsage(): Promise<HostResponse<'get_context_usage'>> {
    return this.request('get_context_usage', {})
  }

  /**
   * Stops the running turn; resolves when the CLI has taken it. The turn then ends as `interrupted`. Prompts that wait
   * in the CLI's queue run next unless `cancelQueued` is set.
   */
  interrupt(options: InterruptOptions = {}): Promise<InterruptResult> {
    const gone = this.#gone('request interrupt')
    return gone ? Promise.reject(gone) : this.#settling(this.#driver.interrupt(options))
  }

  /**
   * Replaces the MCP servers that were set while the session runs. Servers of this program may be among them; those that
   * it has already stay, although the CLI would drop them.
   */
  setMcpServers(
    servers: NonNullable<SessionOptions['mcpServers']>,
  ): Promise<HostResponse<'mcp_set_servers'>> {
    const { configs, inProcess } = splitServers(servers)
    const own = this.#handlers.addServers(inProcess).map((name) => [name, { type: 'sdk' as const, name }])
    return this.request('mcp_set_servers', { servers: { ...configs, ...Object.fromEntries(own) } })
  }
  /** Tells the CLI that no more prompts will come: it finishes its work and ends. */
  endInput(): void {
    this.#inputEnded = true
    this.#transport.endInput()
  }

  /** Ends the process: interrupts a running turn, then by ever stronger means. Calling it again is harmless. */
  close(): Promise<Ending> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  /** For `await using`: the session is closed at the end of the block. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async #close(): Promise<Ending> {
    if (this.isBusy) {
      const timeout = INTERRUPT_BEFORE_CLOSE
      const fields = { cancel_queued: true } as const
      await this.#driver.request('interrupt', fields, { timeout }).catch((error) => {
        if (error instanceof ControlTimeoutError) this.#transport.signal('SIGINT')
      })
    }
    await this.#transport.close()
    return this.ended
  }

  /** The answer to a call may say that prompts were taken out of the CLI's queue. */
  async #settling<Answer>(call: Promise<Answer>): Promise<Answer> {
    const answer = await this.#feed.during(call)
    this.#prompts.update()
    return answer
  }

  #watchAppended(prompt: TrackedPrompt): void {
    watchAppended(prompt, (message) => this.#warn('should-query-ignored', message))
  }

  #receive(batch: readonly Line[]): void {
    const at = Date.now()
    let isStreaming = false
    for (const line of batch) {
      const decoded = readLine(line)
      if (decoded.kind === 'message') {
        isStreaming ||= decoded.message.type === 'stream_event'
        this.#ledger.received(decoded.message, at, decoded.text.length)
        this.#dispatch(decoded.message, decoded.text)
      } else this.#irregular(decoded)
    }
    if (isStreaming) this.#driver.wake()
  }

  #dispatch(message: StdoutMessage, text: string): void {
    if (message.type !== 'stream_event') this.#follow(message)
    callSafely(this.#options.onMessage, (error) => this.#warnOfListener('onMessage', error), message, text)
    this.#feed.push(message, text.length)
  }

  #follow(message: StdoutMessage): void {
    // Not the `new_conversation_id` of a reset, under which there is no transcript.
    if ('session_id' in message && message.session_id) this.#sessionId = message.session_id
    if (message.type === 'system' && message.subtype === 'init') {
      this.#hasRun = true
      this.#isInTurn = true
    }
    if (message.type === 'result') {
      this.#isInTurn = false
      this.#checkStructuredOutput(message)
      this.#prompts.ended(message)
    }
    this.#driver.received(message)
    if (mayEndPrompt(message, this.#isInTurn)) this.#prompts.update()
  }

  #checkStructuredOutput(message: ResultMessage): void {
    if (!this.#options.wantsStructuredOutput || !lacksStructuredOutput(message)) return
    const text = 'the model ended its turn without an answer in the form asked for'
    this.#warn('structured-output-missing', text)
  }

  #irregular(decoded: Exclude<Decoded, { kind: 'message' }>): void {
    this.#ledger.irregular(decoded)
    if (decoded.kind === 'unknown') this.#driver.refuseUnreadable(decoded.value, decoded.reason)
    callSafely(this.#options.onIrregular, (error) => this.#warnOfListener('onIrregular', error), decoded)
  }

  /** A listener that throws must not cost the lines that came with this one. */
  #warnOfListener(name: string, error: unknown): void {
    this.#warn('listener', `${name} threw`, error)
  }

  #sendServerMessage(server: string, message: McpMessage): void {
    // One way: an answer to a request of the server comes as a message of its own.
    this.#driver.request('mcp_message', { server_name: server, message }).catch(() => {})
  }

  #closed(ending: Ending): void {
    const isFailure = this.#isFailure(ending)
    const lastError = this.#lastResult?.status === 'error' ? this.#prompts.lastResult : undefined
    for (const { uuid } of this.queue.list()) this.#ledger.add({ kind: 'prompt-cancelled', uuid })
    this.#ledger.ended(ending)
    const error = new SessionEndedError(ending, lastError, this.#options.process)
    this.#endError = error
    this.#driver.ended(() => error)
    this.#prompts.failAll(error)
    this.#feed.end(isFailure ? error : undefined)
    void this.#handlers.close().finally(() => this.#end(ending))
  }

  get #lastResult(): TurnResult | undefined {
    return lastValue(this.#ledger.state.turns.past)?.result
  }

  #isFailure({ cause, exitCode }: Ending): boolean {
    // When its input ends after a turn that failed or was interrupted, the CLI exits with 1. The result said so.
    const isTold = this.#hasRun && !this.isBusy && this.#lastResult?.status !== 'success'
    if (exitCode === 1 && this.#inputEnded && isTold) return false
    return cause === 'spawn' || (cause === 'exit' && exitCode !== 0)
  }

  /** Why nothing more can be sent. */
  #gone(what: string): Error | undefined {
    return this.#closing ? new SessionClosedError(what) : this.#endError
  }

  #warn(code: Warning['code'], message: string, error?: unknown): void {
    this.#warning({ code, message, ...(error !== undefined && { error }) })
  }
}
