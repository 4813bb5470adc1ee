/**
 * One session of the host. Everything that happens to it is an event in the journal; its state is folded from them. A line
 * for the CLI is stored before it is written, and what the CLI says is stored before anybody sees it, so that a host that
 * is killed at any point finds out, when it starts again, what was done and what was not.
 *
 * `open` starts a process, `adopt` takes over the one that an earlier host has left. The process ends by itself, with
 * `close`, or when it is ended from outside; then it is started again if it is wanted.
 */
import { randomUUID } from 'node:crypto'
import type { AnswerApproval, PatchQueued, SendMessage } from '../../api/commands.ts'
import { ApiError } from '../../api/errors.ts'
import type { TranscriptLocation } from '../../client/transcripts/location.ts'
import { Driver } from '../../driver/driver.ts'
import { promptMessage } from '../../driver/prompt.ts'
import { systemClock } from '../../process/clock.ts'
import { byId } from '../../state/approvals/approvals.ts'
import type { EventBody, SessionEvent } from '../../state/events.ts'
import type { SessionState } from '../../state/session-state.ts'
import { heldPrompts } from '../../state/turns/prompts.ts'
import { asApiError } from '../api-errors.ts'
import type { Pausable } from '../disk/disk-guard.ts'
import type { CommitExtras } from '../journal/journal.ts'
import type { ReceiptRow, SessionRow } from '../journal/store.ts'
import type { CreateReceipt } from '../receipts.ts'
import type { Client } from './client.ts'
import { ControlRequests, pausedError, type RequestOptions } from './control-requests.ts'
import { type Beginning, firstEvents } from './first-events.ts'
import { type LaunchChange, secretValues } from './launch.ts'
import { LoginHint } from './login-hint.ts'
import { policyAnswer, recorded } from './policy-answers.ts'
import { ProcessManager } from './process-manager.ts'
import { changeOf, contentOf, queuedAgain, typedPrompt } from './prompt-content.ts'
import { SessionRecord } from './record.ts'
import { isInitialize, leftLines, openAsks, wishFor } from './recovery.ts'
import type { SessionDeps } from './session-deps.ts'
import { StateCache } from './state-cache.ts'

/** A session of a host: the driver over the journal. */
export class HostSession {
  readonly #deps: SessionDeps
  readonly #record: SessionRecord
  /** Environment values are kept in memory only. */
  readonly env: Readonly<Record<string, string>>
  readonly #driver: Driver<CommitExtras>
  readonly #process: ProcessManager
  readonly #requests: ControlRequests
  readonly #loginHint = new LoginHint()
  readonly memory: StateCache
  /** Prompts that are being stored. */
  #sending = 0

  constructor(row: SessionRow, deps: SessionDeps, env: Readonly<Record<string, string>> = {}) {
    this.#deps = deps
    this.env = env
    this.#record = new SessionRecord(row, deps.journal, (line) => this.#process.write(line))
    this.memory = new StateCache(deps.store, this.#record)
    this.#driver = this.#newDriver()
    this.#process = new ProcessManager({
      deps,
      env,
      record: this.#record,
      driver: this.#driver,
      state: () => this.state,
      say: (level, text, code) => this.say(level, text, code),
      queueAgain: async (prompts) => void (await this.#record.append(prompts.flatMap(queuedAgain))),
      isNeeded: () => this.#sending > 0 || heldPrompts(this.state.prompts).length > 0,
    })
    this.#requests = new ControlRequests(this.#record, this.#driver, this.#process)
  }

  /** Events go to the journal, policies and clients answer, and the process may outlive this host. */
  #newDriver(): Driver<CommitExtras> {
    const deps = this.#deps
    const record = this.#record
    const { memory } = this
    return new Driver<CommitExtras>(
      {
        ledger: {
          get state() {
            return memory.state
          },
          get isUnloaded() {
            return !memory.isLoaded
          },
          post: (post) => record.post(post),
          record: async (facts, extras) => void (await record.append(facts, extras, true)),
        },
        clock: systemClock,
        newId: randomUUID,
        answer: (request, { id }) => {
          const answer = policyAnswer(request, deps.evaluate, this.row)
          return answer && recorded(answer, { id, session: this.id, now: deps.now() })
        },
        signal: (name) => {
          if (this.#process.isPaused) throw pausedError('interrupt')
          this.#process.connection?.signal(name)
        },
        canProbe: () => this.isRunning && !this.#process.isPaused && !this.#process.isClosing,
        mayRelease: () =>
          this.isRunning &&
          !this.#process.isClosing &&
          heldPrompts(memory.state.prompts).length > 0 &&
          // Last: it may read what was spent from the store.
          deps.blocked?.(this) === undefined,
        promptMessage: ({ uuid, content }) => typedPrompt(uuid, content),
        onError: (error) => this.#log('error', error.message),
      },
      { stallAfter: deps.stallAfter, signalWaits: deps.signalWaits },
    )
  }

  /** Values of the environment that nobody is shown. */
  get secrets(): readonly string[] {
    return secretValues(() => this.#deps.agent(this.row.agent), this.env)
  }
  get id(): string {
    return this.row.id
  }
  /** Of its processes' files. */
  get folder(): string {
    return this.#deps.folder
  }
  get row(): SessionRow {
    return this.#record.row
  }
  get state(): SessionState {
    return this.memory.state
  }
  get isRunning(): boolean {
    return this.#process.connection !== undefined
  }
  get isDurable(): boolean {
    return this.#process.connection?.durable ?? true
  }
  /** Of the process that runs. */
  get isIsolated(): boolean | undefined {
    return this.#process.connection?.isIsolated
  }
  get pausable(): Pausable {
    return this.#process
  }
  get isOpening(): boolean {
    return this.#process.isOpening
  }
  /** There is a process that nobody has told the end of. */
  get isLeft(): boolean {
    return this.row.generation > 0 && this.state.process.status === 'running'
  }
  get isBusy(): boolean {
    return this.#driver.isBusy
  }
  get pid(): number | undefined {
    return this.#process.connection?.pid
  }
  continuation(): Promise<LaunchChange> {
    return this.#process.continuation()
  }
  get transcriptLocation(): TranscriptLocation {
    return this.#process.transcriptLocation
  }

  /** Starts a process, unless one runs. */
  open(): Promise<void> {
    return this.#process.resume()
  }

  /** Stores a new session with what it begins with and the receipt of its command: after a crash, all of it or nothing. */
  async begin(beginning: Beginning, receipt?: ReceiptRow): Promise<readonly SessionEvent[]> {
    const why = beginning.prompt && this.#deps.blocked?.(this)
    if (why !== undefined) throw new ApiError('not-possible', why)
    const bodies = await firstEvents(beginning, this.#process.transcriptLocation)
    return this.#record.append(bodies, { added: this.row, ...(receipt && { receipt }) }, true)
  }

  /** Starts a process when there is a place for it. What is held is sent then. */
  openLater(): void {
    const { hasPlace, reason } = this.#deps.admission
    const wait = hasPlace ? undefined : this.say('info', reason, 'waits')
    Promise.all([wait, this.open()]).catch((error: Error) => {
      this.say('error', `No process could be started: ${error.message}`, 'not-started').catch(() => {})
    })
  }

  /** Ends an idle process to save memory. The next message starts another. */
  async park(): Promise<void> {
    await this.close({ row: { extra: { ...this.row.extra, isParked: true } } })
  }

  /** Takes over the process that an earlier host has left, and what was left undone. */
  async adopt(): Promise<void> {
    if (!(await this.#process.adopt())) return
    const isClosed = this.row.wanted === 'rest'
    const { isTorn } = this.#process
    if (!isClosed && !isTorn) {
      await this.#process.initialize()
      await this.#takeUp()
    }
    this.#process.listen()
    // The earlier host was stopped while it ended the process.
    if (isClosed) await this.close()
    else if (isTorn) await this.#process.replace()
  }

  /**
   * They are stored, and therefore true: folds them and does what they call for. What fails with one of them keeps neither the
   * next ones nor whoever watches from being told.
   */
  committed(events: readonly SessionEvent[]): void {
    for (const event of events) {
      this.#attempt(() => this.memory.fold(event))
      this.#attempt(() => this.#follow(event))
    }
    this.#attempt(() => this.#driver.release())
    this.#attempt(() => this.memory.takeSnapshot(this.isBusy))
    this.#deps.onChange(this, events)
  }

  #attempt(action: () => void): void {
    try {
      action()
    } catch (error) {
      this.#log('error', `an event was not taken: ${error}`)
    }
  }

  #follow(event: SessionEvent): void {
    switch (event.kind) {
      case 'process-exited':
        this.#process.exited(event)
        break
      case 'unknown':
        this.#driver.refuseUnreadable(event.value, event.reason ?? 'unknown request')
        break
      case 'received': {
        const { message } = event
        this.#driver.received(message)
        if (message.type === 'stream_event') this.#driver.wake()
        if (message.type === 'result' && !message.is_error) this.#process.reset()
        const hint = this.#loginHint.after(event, this.state)
        if (hint !== undefined) this.say('error', hint, 'not-logged-in').catch(() => {})
        break
      }
      case 'sent':
        if (event.message.type === 'user') this.#driver.wake()
        break
    }
  }

  /** Sends a prompt, or holds it until the turn is over. Starts a process if there is none. Answers the prompt's uuid. */
  async send(body: SendMessage, client: Client, extra: CommitExtras = {}): Promise<{ id: string }> {
    this.#sending += 1
    return this.#send(body, client, extra).finally(() => {
      this.#sending -= 1
    })
  }

  async #send(body: SendMessage, client: Client, extra: CommitExtras): Promise<{ id: string }> {
    const when = body.when === 'now' ? { when: 'now' as const } : {}
    const message = promptMessage(contentOf(body), body.id ?? randomUUID(), { typed: true, ...when })
    const { uuid } = message
    const why = this.#deps.blocked?.(this)
    if (why !== undefined) throw new ApiError('not-possible', why)
    const isFull = !this.isRunning && !this.#deps.admission.hasPlace
    if (isFull || this.#driver.mustHold(body.when)) {
      const { content } = message.message
      const held: EventBody = { kind: 'prompt-queued', uuid, content, by: client.label }
      await this.#record.append([held], { ...extra, ...(isFull && wishFor(this.row)) }, true)
      if (isFull && !this.#process.isOpening) this.openLater()
      return { id: uuid }
    }
    await this.open()
    await this.#driver.send(message, { extras: extra })
    return { id: uuid }
  }

  async changeQueued(uuid: string, body: PatchQueued, extra: CommitExtras = {}): Promise<void> {
    if (!heldPrompts(this.state.prompts).some((prompt) => prompt.uuid === uuid))
      throw new ApiError('not-found', `the host holds no prompt ${uuid}: it may have been sent`)
    const change = changeOf(uuid, body)
    if (change.content !== undefined) typedPrompt(uuid, change.content)
    await this.#record.append([change], extra, true)
  }

  /** Takes a prompt back: a held one always, one that the CLI has only while it waits there. */
  async cancelQueued(
    uuid: string,
    client: Client,
    createReceipt?: CreateReceipt<{ cancelled: boolean }>,
  ): Promise<{ cancelled: boolean }> {
    const outcome = async (cancelled: boolean, events: EventBody[]) => {
      await this.#record.append(events, createReceipt ? { receipt: createReceipt({ cancelled }) } : {}, true)
      return { cancelled }
    }
    const { open, lost } = this.state.prompts
    const prompt = open.find((it) => it.uuid === uuid)
    if (!prompt && !lost.some((it) => it.uuid === uuid))
      throw new ApiError('not-found', `there is no open prompt ${uuid}`)
    if (prompt && prompt.status !== 'held') {
      const answer = await this.control('cancel_async_message', { message_uuid: uuid })
      if (!(answer as { cancelled?: boolean }).cancelled) return outcome(false, [])
    }
    return outcome(true, [{ kind: 'prompt-cancelled', uuid, by: client.label }])
  }

  /** Stops the running turn. */
  interrupt(cancelQueued = false, options: RequestOptions = {}): Promise<unknown> {
    return this.#requests.interrupt(cancelQueued, options)
  }
  /** Any control request; resolves with the CLI's answer. */
  control(...request: Parameters<ControlRequests['control']>): Promise<unknown> {
    return this.#requests.control(...request)
  }

  /** Decides an approval. The first answer counts; a later one is refused, with who was first. */
  async answer(
    id: string,
    body: AnswerApproval,
    { label: by }: Client,
    extra: CommitExtras = {},
  ): Promise<void> {
    const request = byId(this.state, id)?.request
    const at = this.#deps.now()
    try {
      await this.#driver.answer(id, body, {
        by,
        extras: ({ decision: what, response }) => ({
          ...extra,
          audit: [{ at, session: this.id, approval: id, what, by, detail: { request, response } }],
        }),
      })
    } catch (error) {
      throw asApiError(error)
    }
  }

  /** Changes what the host keeps of it, with the events that tell so. */
  async change(
    row: Partial<Pick<SessionRow, 'title' | 'agent' | 'archived' | 'extra' | 'updatedAt'>>,
    bodies: readonly EventBody[] = [],
    extra: CommitExtras = {},
  ): Promise<void> {
    await this.#record.append(bodies, { ...extra, row: { updatedAt: this.#deps.now(), ...row } }, true)
    if (bodies.length === 0) this.#deps.onChange(this, [])
  }

  async say(level: 'info' | 'warning' | 'error', text: string, code?: string): Promise<void> {
    await this.#record.append([{ kind: 'notice', level, text, ...(code !== undefined && { code }) }])
  }

  /** Ends the process; the session can be opened again. */
  async close(extra: CommitExtras = {}): Promise<void> {
    await this.#process.close(extra)
  }

  /** It was removed, with all that was stored of it. */
  forget(): void {
    this.#record.drop()
  }

  /** The host ends; the process goes on. */
  async detach(): Promise<void> {
    await this.#process.detach()
  }

  /** While nothing can be stored, its output stays in its file. */
  setReading(isOn: boolean): void {
    if (isOn) this.#process.connection?.resume()
    else this.#process.connection?.pause()
  }

  /** What an earlier host had stored and may not have written, and what the CLI had asked it. */
  async #takeUp(): Promise<void> {
    const { lines, requests } = leftLines(this.#deps.store, this.row)
    for (const row of lines) this.#record.deliver(row)
    for (const row of requests) this.#record.settle(row)
    for (const _ of requests.filter((row) => !isInitialize(row))) {
      await this.say(
        'warning',
        'The host stopped while it sent a request to the CLI. The outcome is unknown.',
        'request-unknown',
      )
    }
    const written = new Set(lines.map(({ id }) => id))
    for (const { id, event } of openAsks(this.state, this.#deps.store, this.id)) {
      if (!written.has(id)) this.#follow(event)
    }
    this.release()
  }

  /** A person wants a process, and there is no place for one: if this host is killed, the next one starts it. */
  async openWhenFree(extra: CommitExtras): Promise<void> {
    await this.#record.append([], { ...extra, ...wishFor(this.row) }, true)
    this.openLater()
  }

  /** Sends the next held prompt when nothing runs. */
  release(options: { readonly isFirst?: boolean } = {}): void {
    this.#driver.release(options)
  }

  #log(level: 'info' | 'warn' | 'error', message: string): void {
    this.#deps.log(level, message, { session: this.id })
  }
}
