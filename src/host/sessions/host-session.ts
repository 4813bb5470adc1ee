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
import { promptMessage } from '../../client/prompt.ts'
import { byId } from '../../state/approvals.ts'
import type { EventBody, SessionEvent } from '../../state/events.ts'
import { heldPrompts, waiting } from '../../state/prompts.ts'
import type { SessionState } from '../../state/session-state.ts'
import type { Pausable } from '../disk/disk-guard.ts'
import type { Extra } from '../journal/journal.ts'
import type { ReceiptRow, SessionRow } from '../journal/store.ts'
import type { MakeReceipt } from '../receipts.ts'
import { cliAnswer } from './answers.ts'
import { Calls } from './calls.ts'
import { answerTo, refusalOf } from './cli-requests.ts'
import type { Client } from './client.ts'
import { type Beginning, firstEvents } from './first-events.ts'
import { secretValues } from './launch.ts'
import { ProcessKeeper } from './process-keeper.ts'
import { changeOf, contentOf } from './prompt-content.ts'
import { SessionRecord } from './record.ts'
import { isInitialize, leftLines, openAsks, wishFor } from './recovery.ts'
import { Remedies } from './remedies.ts'
import { type CallOptions, Requests } from './requests.ts'
import type { SessionDeps } from './session-deps.ts'
import { SessionMemory } from './session-memory.ts'

export class HostSession {
  readonly #deps: SessionDeps
  readonly #record: SessionRecord
  /** Environment values are kept in memory only. */
  readonly env: Readonly<Record<string, string>>
  readonly #process: ProcessKeeper
  readonly #calls = new Calls()
  readonly #requests: Requests
  readonly #remedies = new Remedies()
  /** Approvals whose answer is being stored, and whose it is. */
  readonly #answering = new Map<string, string>()
  readonly memory: SessionMemory
  #isReleasing = false
  /** Prompts that are being stored. */
  #sending = 0

  constructor(row: SessionRow, deps: SessionDeps, env: Readonly<Record<string, string>> = {}) {
    this.#deps = deps
    this.env = env
    this.#record = new SessionRecord(row, deps.journal, (line) => this.#process.write(line))
    this.memory = new SessionMemory(deps.store, this.#record)
    this.#process = new ProcessKeeper({
      deps,
      env,
      record: this.#record,
      calls: this.#calls,
      state: () => this.state,
      say: (level, text, code) => this.say(level, text, code),
      sendAgain: ({ uuid, content }) => this.#prompt(uuid, content, {}, true),
      isNeeded: () => this.#sending > 0 || heldPrompts(this.state.prompts).length > 0,
    })
    this.#requests = new Requests(this.#record, this.#calls, this.#process)
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
    return this.#process.link !== undefined
  }
  get isDurable(): boolean {
    return this.#process.link?.durable ?? true
  }
  /** Of the process that runs. */
  get isIsolated(): boolean | undefined {
    return this.#process.link?.isIsolated
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
    return this.state.turns.current !== null || waiting(this.state.prompts).length > 0
  }
  get pid(): number | undefined {
    return this.#process.link?.pid
  }
  get cliSessionId(): string | undefined {
    return this.#process.cliSessionId
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

  /** They are stored, and therefore true: folds them and does what they call for. */
  committed(events: readonly SessionEvent[]): void {
    for (const event of events) {
      this.memory.fold(event)
      this.#answerCli(event)
      if (event.kind === 'process-exited') this.#process.exited(event)
      const remedy = this.#remedies.after(event, this.state)
      if (remedy !== undefined) this.say('error', remedy, 'not-logged-in').catch(() => {})
      if (event.kind !== 'received') continue
      if (event.message.type === 'control_response') this.#calls.answered(event.message)
      if (event.message.type === 'result' && !event.message.is_error) this.#process.reset()
    }
    this.release()
    this.memory.takeSnapshot(this.isBusy)
    this.#deps.onChange(this, events)
  }

  /** Sends a prompt, or holds it until the turn is over. Starts a process if there is none. Answers the prompt's uuid. */
  async send(body: SendMessage, client: Client, extra: Extra = {}): Promise<{ id: string }> {
    this.#sending += 1
    return this.#send(body, client, extra).finally(() => {
      this.#sending -= 1
    })
  }

  async #send(body: SendMessage, client: Client, extra: Extra): Promise<{ id: string }> {
    const content = contentOf(body)
    const uuid = body.id ?? randomUUID()
    const why = this.#deps.blocked?.(this)
    if (why !== undefined) throw new ApiError('not-possible', why)
    const waits = this.isBusy || heldPrompts(this.state.prompts).length > 0
    const isFull = !this.isRunning && !this.#deps.admission.hasPlace
    if (isFull || (body.when === 'after-turn' && waits)) {
      const held: EventBody = { kind: 'prompt-queued', uuid, content, by: client.label }
      await this.#record.append([held], { ...extra, ...(isFull && wishFor(this.row)) }, true)
      if (isFull && !this.#process.isOpening) this.openLater()
      return { id: uuid }
    }
    await this.open()
    await this.#prompt(uuid, content, extra, false, body.when === 'now' ? 'now' : undefined)
    return { id: uuid }
  }

  async changeQueued(uuid: string, body: PatchQueued, extra: Extra = {}): Promise<void> {
    if (!heldPrompts(this.state.prompts).some((prompt) => prompt.uuid === uuid))
      throw new ApiError('not-found', `the host holds no prompt ${uuid}: it may have been sent`)
    await this.#record.append([changeOf(uuid, body)], extra, true)
  }

  /** Takes a prompt back: a held one always, one that the CLI has only while it waits there. */
  async cancelQueued(uuid: string, client: Client, make?: MakeReceipt): Promise<{ cancelled: boolean }> {
    const outcome = async (cancelled: boolean, events: EventBody[]) => {
      await this.#record.append(events, make ? { receipt: make({ cancelled }) } : {}, true)
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
  interrupt(cancelQueued = false, options: CallOptions = {}): Promise<unknown> {
    return this.#requests.interrupt(cancelQueued, options)
  }
  /** Any control request; resolves with the CLI's answer. */
  control(...request: Parameters<Requests['control']>): Promise<unknown> {
    return this.#requests.control(...request)
  }

  /** Decides an approval. The first answer counts; a later one is told who was first. */
  async answer(id: string, body: AnswerApproval, client: Client, extra: Extra = {}): Promise<void> {
    const approval = byId(this.state, id)
    if (!approval) throw new ApiError('not-found', `there is no approval ${id}`)
    if (approval.status === 'withdrawn')
      throw new ApiError('gone', `the CLI no longer asks: ${approval.why}`, approval)
    const first = this.#answering.get(id)
    if (approval.status === 'answered' || first !== undefined) {
      const by = first ?? (approval.status === 'answered' ? approval.answer.by : undefined)
      throw new ApiError('conflict', `${by ?? 'someone else'} has answered this`, approval)
    }
    const { decision, response } = cliAnswer(approval, body)
    const { label: by } = client
    const detail = { request: approval.request, response }
    this.#answering.set(id, by)
    try {
      await this.#record.post({
        kind: 'answer',
        id,
        message: { type: 'control_response', response: { subtype: 'success', request_id: id, response } },
        before: [
          { kind: 'approval-answered', id, decision, by, ...(body.message && { message: body.message }) },
        ],
        extra: {
          ...extra,
          audit: [{ at: this.#deps.now(), session: this.id, approval: id, what: decision, by, detail }],
        },
      })
    } finally {
      this.#answering.delete(id)
    }
  }

  /** Changes what the host keeps of it, with the events that tell so. */
  async change(
    row: Partial<Pick<SessionRow, 'title' | 'agent' | 'archived' | 'extra' | 'gitBase'>>,
    bodies: readonly EventBody[] = [],
    extra: Extra = {},
  ): Promise<void> {
    await this.#record.append(bodies, { ...extra, row: { ...row, updatedAt: this.#deps.now() } }, true)
    if (bodies.length === 0) this.#deps.onChange(this, [])
  }

  async say(level: 'info' | 'warning' | 'error', text: string, code?: string): Promise<void> {
    await this.#record.append([{ kind: 'notice', level, text, ...(code !== undefined && { code }) }])
  }

  /** Ends the process; the session can be opened again. */
  async close(extra: Extra = {}): Promise<void> {
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
    if (isOn) this.#process.link?.resume()
    else this.#process.link?.pause()
  }

  /** What an earlier host had stored and may not have written, and what the CLI had asked it. */
  async #takeUp(): Promise<void> {
    const { lines, requests } = leftLines(this.#deps.store, this.row)
    for (const row of lines) this.#record.deliver(row)
    for (const row of requests) this.#record.settle(row)
    for (const _ of requests.filter((row) => !isInitialize(row))) {
      await this.say(
        'warning',
        'The host was stopped while it sent a request to the CLI. Whether it was carried out is not known.',
        'request-unknown',
      )
    }
    const written = new Set(lines.map(({ id }) => id))
    for (const { id, event } of openAsks(this.state, this.#deps.store, this.id)) {
      if (!written.has(id)) this.#answerCli(event)
    }
    this.release()
  }

  /** Answers what no person has to. */
  #answerCli(event: SessionEvent): void {
    const answer = refusalOf(event) ?? answerTo(event, this.#deps.judge, this.row)
    if (!answer) return
    const { id, message, verdict, audit } = answer
    const by = `policy ${verdict?.rule ?? ''}`.trim()
    if (verdict) this.#answering.set(id, by)
    this.#record
      .post({
        kind: 'answer',
        id,
        message,
        before: verdict ? [{ kind: 'approval-answered', id, decision: 'allowed', by }] : [],
        extra: audit
          ? { audit: [{ at: this.#deps.now(), session: this.id, approval: id, by, ...audit }] }
          : {},
        isOwn: true,
      })
      .catch((error: Error) => this.#log('error', error.message))
      .finally(() => this.#answering.delete(id))
  }

  /** A person wants a process, and there is no place for one: if this host is killed, the next one starts it. */
  async openWhenFree(extra: Extra): Promise<void> {
    await this.#record.append([], { ...extra, ...wishFor(this.row) }, true)
    this.openLater()
  }

  /** The next held prompt goes out when nothing runs. The first one need not wait for the answer to `initialize`. */
  release({ isFirst = false } = {}): void {
    const [next] = heldPrompts(this.state.prompts)
    if (!next || !this.isRunning || this.isBusy || this.#isReleasing || this.#process.isClosing) return
    if (!isFirst && this.state.process.initializedAt === undefined) return
    if (this.#deps.blocked?.(this) !== undefined) return
    this.#isReleasing = true
    this.#prompt(next.uuid, next.content, {}, true)
      .catch((error: Error) => this.#log('error', error.message))
      .finally(() => {
        this.#isReleasing = false
      })
  }

  async #prompt(
    uuid: string,
    content: Parameters<typeof promptMessage>[0],
    extra: Extra,
    isOwn: boolean,
    when?: 'now',
  ): Promise<void> {
    const message = promptMessage(content, { uuid, typed: true, ...(when && { when }) })
    await this.#record.post({ kind: 'prompt', id: uuid, message, extra, isOwn })
  }

  #log(level: 'info' | 'warn' | 'error', message: string, detail: object = {}): void {
    this.#deps.log(level, message, { session: this.id, ...detail })
  }
}
