/**
 * Drives one CLI: decides what to write, when to ask again, which signal to send, and what an answer means. It does no
 * I/O of its own: lines and facts go through the ledger, time and signals through its ports. The library and the host run
 * this same code.
 *
 * Its owner makes it with a session, calls `received` for each message that the ledger has, and `ended` when the process
 * has ended. After that another process may follow: `ended` leaves nothing of the old one behind.
 */

import type { InitializeRequest, InitializeResponse } from '../protocol/control/initialize.ts'
import {
  type HostRequestFields,
  type HostRequestSubtype,
  type HostResponse,
  hostRequestProblem,
} from '../protocol/control/to-cli.ts'
import type { CliControlRequest } from '../protocol/control/to-host.ts'
import { encode } from '../protocol/encode.ts'
import type { StdinMessage } from '../protocol/stdin.ts'
import type { StdoutMessage } from '../protocol/stdout.ts'
import type { ApprovalDecision } from '../state/approvals/to-wire.ts'
import { isLeftOpen } from '../state/turns/covered.ts'
import { heldPrompts, type OpenPrompt, waiting } from '../state/turns/prompts.ts'
import { isBusy, nextHeld } from '../state/turns/queue.ts'
import { type AnswerOptions, Answers } from './answers.ts'
import { CALL_TIMEOUT, type EndError, PendingCalls } from './calls.ts'
import { Capabilities } from './capabilities.ts'
import { BadRequestError } from './errors.ts'
import {
  escalate,
  type InterruptOptions,
  type InterruptResult,
  interruptTurn,
  type SignalWaits,
} from './interrupt.ts'
import type { DriverPorts, Post } from './ports.ts'
import { Prober } from './probe.ts'
import type { PromptInput } from './prompt.ts'

export interface DriverOptions {
  /** How long the CLI has to answer a control request, in milliseconds. Default 60 s. */
  readonly callTimeout?: number | undefined
  /** How long the model may be silent until the CLI is asked whether it is there. Default 120 s; false: never. */
  readonly stallAfter?: number | false | undefined
  readonly signalWaits?: SignalWaits | undefined
}

export interface CallOptions<Extras = unknown> {
  /** Milliseconds. */
  readonly timeout?: number | undefined
  readonly extras?: Extras | undefined
}

export interface PostOptions<Extras> {
  readonly extras?: Extras | undefined
  readonly isOwn?: boolean
}

const STOPPED: ApprovalDecision = {
  decision: 'deny',
  message: 'The user stopped the turn.',
  interrupt: true,
}

export class Driver<Extras = unknown> {
  readonly #ports: DriverPorts<Extras>
  readonly #options: DriverOptions
  readonly #calls: PendingCalls
  readonly #answers: Answers<Extras>
  readonly #prober: Prober | undefined
  /** The held prompt that is being recorded as sent. */
  #releasing: string | undefined
  #capabilities: Capabilities | undefined
  /** Set while no process is driven. */
  #failure: EndError | undefined
  #ended = deferred()

  constructor(ports: DriverPorts<Extras>, options: DriverOptions = {}) {
    this.#ports = ports
    this.#options = options
    this.#calls = new PendingCalls(ports.clock)
    this.#answers = new Answers(
      ports,
      () => this.capabilities,
      () => this.wake(),
    )
    const { stallAfter } = options
    if (stallAfter === false) return
    const { clock, ledger } = ports
    const state = () => (ledger.isUnloaded ? undefined : ledger.state)
    this.#prober = new Prober({ clock, stallAfter, state, probe: () => this.#probe() })
  }

  /** A turn runs, or a prompt that was sent waits. */
  get isBusy(): boolean {
    return isBusy(this.#ports.ledger.state)
  }
  get capabilities(): Capabilities {
    this.#capabilities ??= new Capabilities(this.#ports.ledger.state)
    return this.#capabilities
  }
  /** A process has started: nothing from the last one applies to it. */
  started(): void {
    this.#failure = undefined
    this.#capabilities = undefined
    this.#ended = deferred()
  }

  /** Recorded even if that takes several tries: without it the CLI calls no hook. */
  initialize(fields: InitializeRequest): Promise<InitializeResponse> {
    return this.#call('initialize', fields, { isOwn: true })
  }

  /** A message of the CLI that the ledger has. */
  received(message: StdoutMessage): void {
    switch (message.type) {
      case 'control_request':
        this.take(message)
        break
      case 'control_response':
        this.#capabilities = undefined
        this.#answers.takePending(message.response)
        this.#calls.answered(message)
        this.release()
        break
      case 'control_cancel_request':
        this.#answers.withdraw(message.request_id)
        break
      case 'result':
        this.#answers.withdrawClosed()
        this.release()
        break
      case 'command_lifecycle':
        this.release()
        break
      case 'system':
        if (message.subtype === 'init') this.#begun()
        else if (message.subtype === 'session_state_changed') this.#changed(message.state)
        break
      case 'user':
        // The echo of a prompt that is not run again settles it.
        if (message.isReplay) this.release()
        this.wake()
        break
      case 'assistant':
        this.wake()
        break
    }
  }

  /** With its answer to a probe it has told all of the last turn. */
  #changed(said: string): void {
    this.release()
    if (said === 'idle' && isLeftOpen(this.#ports.ledger.state)) this.#probe()
  }

  /** A turn begins; the one before may have ended without a result. */
  #begun(): void {
    this.#capabilities = undefined
    this.#answers.withdrawClosed()
  }

  /** A request of the CLI: answered here, by a handler, or by somebody later. */
  take(message: CliControlRequest): void {
    if (!this.#failure) this.#answers.take(message)
  }
  /** A request that could not be read is refused, so that the CLI does not wait for ever. */
  refuseUnreadable(value: Readonly<Record<string, unknown>>, reason: string): void {
    this.#answers.refuseUnreadable(value, reason)
  }
  /** Decides an approval. The first answer counts. Throws at once what cannot be sent; resolves when it is recorded. */
  answer(id: string, decision: ApprovalDecision, options: AnswerOptions<Extras> = {}): Promise<void> {
    return this.#answers.decide(id, decision, options)
  }

  /** Something happened in the session: a silence from now on is worth a look. */
  wake(): void {
    if (!this.#failure) this.#prober?.wake()
  }

  /** The process has ended: every call rejects, now and later, and every open request is withdrawn. */
  ended(error: EndError): void {
    this.#stop(error)
    this.#answers.endAll(error())
    this.#ended.resolve()
  }

  /** This driver lets go of the CLI, which may continue. Every call rejects, now and later. */
  detached(error: EndError): void {
    this.#stop(error)
    // An interrupt sends no more signals: the process may have another driver by then.
    this.#ended.reject(error())
  }

  #stop(error: EndError): void {
    this.#failure = error
    this.#prober?.stop()
    this.#calls.failAll(error)
  }

  /** Any control request. Rejects what the CLI would not answer, or would carry out unsafely. */
  request<S extends HostRequestSubtype>(
    subtype: S,
    fields: HostRequestFields<S>,
    options: CallOptions<Extras> = {},
  ): Promise<HostResponse<S>> {
    try {
      return this.#call(subtype, this.capabilities.fieldsFor(subtype, fields), options)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  /** Whether a prompt has to be held until the turn is over. */
  mustHold(when: 'now' | 'next' | 'after-turn' | undefined): boolean {
    if (when !== 'after-turn') return false
    return this.isBusy || heldPrompts(this.#ports.ledger.state.prompts).length > 0
  }

  /** Holds a prompt until the turn is over. */
  async hold(input: PromptInput): Promise<void> {
    const { uuid, message } = input
    await this.#ports.ledger.record([{ kind: 'prompt-queued', uuid, content: message.content }])
  }

  /** Sends a prompt at once. */
  async send(message: PromptInput, { extras, isOwn = false }: PostOptions<Extras> = {}): Promise<void> {
    // Legacy versions ignore priorities: the turn is stopped, and the prompt is next.
    const stops = message.priority === 'now' && this.isBusy && this.capabilities.isLegacy
    const sent = this.#post({ kind: 'prompt', id: message.uuid, message, isOwn, ...(extras && { extras }) })
    if (stops) this.interrupt().catch(() => {})
    await sent
  }

  /** Asks the CLI for a prompt that waits in its queue. False: it has begun, or is over. */
  async takeBack(uuid: string): Promise<boolean> {
    const { cancelled = false } = await this.request('cancel_async_message', { message_uuid: uuid })
    return cancelled
  }

  /** Sends the next held prompt, if nothing runs. */
  release({ isFirst = false } = {}): void {
    // The state is looked at last: making it takes time.
    if (this.#failure || !this.#ports.mayRelease() || this.#isReleasing) return
    const next = nextHeld(this.#ports.ledger.state, { isFirst })
    if (!next) return
    this.#releasing = next.uuid
    this.#sendHeld(next)
      .catch(this.#ports.onError)
      .finally(() => {
        if (this.#releasing === next.uuid) this.#releasing = undefined
      })
  }

  /** Rejects also if no message can be made of it. */
  async #sendHeld(prompt: OpenPrompt): Promise<void> {
    await this.send(this.#ports.promptMessage(prompt), { isOwn: true })
  }

  /**
   * Stops the running turn; resolves when the CLI has taken it. Prompts that wait in the CLI's queue run next unless
   * `cancelQueued` is set. A CLI that does not answer is ended by signals.
   */
  interrupt(options: InterruptOptions = {}, extras?: Extras): Promise<InterruptResult> {
    const { signal, clock } = this.#ports
    return interruptTurn(
      {
        elicitations: () => this.#answers.openIds('elicitation'),
        denyAll: () => {
          const asked = this.#answers.openIds('can_use_tool')
          for (const id of asked) this.answer(id, STOPPED).catch(() => {})
          return asked.length
        },
        request: (fields, timeout) => this.request('interrupt', fields, { timeout, extras }),
        leftInQueue: () => this.#leftInQueue(),
        takeBack: (uuid) => this.takeBack(uuid),
        withdraw: (id) => this.#answers.withdrawForgotten(id),
        escalate: () => escalate(signal, this.#ended.promise, clock, this.#options.signalWaits),
      },
      options,
    )
  }

  /** Until it is recorded, the state shows the prompt as held. */
  get #isReleasing(): boolean {
    if (this.#releasing === undefined) return false
    return heldPrompts(this.#ports.ledger.state.prompts).some(({ uuid }) => uuid === this.#releasing)
  }

  async #post(post: Omit<Post<Extras>, 'line'>): Promise<void> {
    await this.#ports.ledger.post({ ...post, line: encode(post.message) })
  }

  #call<S extends HostRequestSubtype>(
    subtype: S,
    fields: HostRequestFields<S>,
    options?: CallOptions<Extras> & PostOptions<Extras>,
    idPrefix?: string,
  ): Promise<HostResponse<S>>
  #call(
    subtype: string,
    fields: object,
    {
      timeout = this.#options.callTimeout ?? CALL_TIMEOUT,
      extras,
      isOwn = false,
    }: CallOptions<Extras> & PostOptions<Extras> = {},
    idPrefix = '',
  ): Promise<unknown> {
    const request = { ...fields, subtype }
    const problem = hostRequestProblem(request)
    if (problem !== undefined) return Promise.reject(new BadRequestError(`${subtype}: ${problem}`))
    if (this.#failure) return Promise.reject(this.#failure(subtype))
    const id = `${idPrefix}${this.#ports.newId()}`
    const answer = this.#calls.open(id, subtype)
    this.#ports.onCall?.(answer)
    const message = { type: 'control_request', request_id: id, request } as StdinMessage
    const onRecorded = () => this.#calls.sent(id, timeout)
    this.#post({ kind: 'request', id, message, isOwn, onRecorded, ...(extras && { extras }) }).catch(
      (error) => {
        this.#calls.fail(id, error)
      },
    )
    return answer
  }

  #probe(): boolean {
    if (this.#failure || !this.#ports.canProbe()) return false
    const subtype = this.capabilities.isLegacy ? 'mcp_status' : 'get_binary_version'
    this.#call(subtype, {}, {}, 'probe-').catch(() => {})
    return true
  }

  #leftInQueue(): readonly string[] {
    const { capabilities } = this
    if (!capabilities.lacks('interrupt_cancel_queued_v1')) return []
    const { prompts } = this.#ports.ledger.state
    return waiting(prompts).flatMap(({ uuid, status }) => (status === 'running' ? [] : [uuid]))
  }
}

function deferred() {
  let resolve = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<void>((settle, fail) => {
    resolve = settle
    reject = fail
  })
  // Usually nobody waits for it.
  promise.catch(() => {})
  return { promise, resolve, reject }
}
