/**
 * All sessions of a host. `start` takes up what an earlier host has left: it folds each session's journal and takes over
 * the processes that still run. `stop` leaves them running, or ends them. One session's failure never touches another.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CreateSession, ForkCommand, IsolationSetting } from '../api/commands.ts'
import { ApiError } from '../api/errors.ts'
import type { ApprovalView, PutAgents, SessionSummary } from '../api/resources.ts'
import { byUrgency } from '../api/session-order.ts'
import { byId } from '../state/approvals.ts'
import type { SessionEvent } from '../state/events.ts'
import { Admission, type AdmissionLimits } from './admission.ts'
import { asksForBypass, startsForBypass } from './bypass.ts'
import { AllowedFolders } from './folders/allowed.ts'
import { Git } from './git/git.ts'
import { SessionIsolation } from './isolation.ts'
import { Journal } from './journal/journal.ts'
import type { ReceiptRow, RemoveOptions, SessionRow, Store, StoreError } from './journal/store.ts'
import { Receipts } from './receipts.ts'
import { HostSession, type SessionDeps } from './sessions/host-session.ts'
import { type Agent, FIRST_OPTIONS, type LaunchChange } from './sessions/launch.ts'
import type { Judge } from './sessions/policy-gate.ts'
import { approvalsOf, type SummaryContext } from './sessions/summary.ts'

export interface HostOptions {
  readonly store: Store
  /** Where the files of the processes are. */
  readonly folder: string
  readonly agent: (name: string | undefined) => Agent
  readonly judge?: Judge
  readonly git?: Git
  readonly now?: () => number
  readonly log?: SessionDeps['log']
  /** New sessions only in these folders and below. Default: anywhere. */
  readonly roots?: readonly string[]
  readonly allowBypass?: boolean
  /** What isolated sessions do not see, and whether all are. Default: off; the folder of the processes' files. */
  readonly isolation?: { readonly folder: string; readonly setting: IsolationSetting }
  readonly limits?: AdmissionLimits
  readonly restarts?: SessionDeps['restarts']
  readonly keptOutputs?: SessionDeps['keptOutputs']
  readonly blocked?: SessionDeps['blocked']
  readonly warningsOf?: (session: HostSession, host: Host) => readonly string[]
}

export interface HostListener {
  /** After they were stored and folded. */
  events?(session: HostSession, events: readonly SessionEvent[]): void
  /** A session is new or another (its line in the list), or gone. */
  changed?(session: HostSession): void
  removed?(id: string): void
  /** Whether it looks at this session now. */
  watches?(id: string): boolean
}

export class Host {
  readonly store: Store
  readonly journal: Journal
  readonly receipts: Receipts
  readonly admission: Admission
  readonly git: Git
  readonly folders: AllowedFolders
  readonly #options: HostOptions
  readonly #isolation: SessionIsolation
  readonly #sessions = new Map<string, HostSession>()
  readonly #listeners = new Set<HostListener>()
  readonly #now: () => number
  #isStopping = false

  constructor(options: HostOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.store = options.store
    this.git = options.git ?? new Git()
    this.folders = new AllowedFolders(options.roots)
    this.#isolation = new SessionIsolation(options.isolation ?? { folder: options.folder, setting: 'off' })
    this.journal = new Journal(options.store, {
      now: this.#now,
      onProblem: (it) => this.#onProblem(it),
      onError: (session, error) => this.#log('error', `an event was not taken: ${error}`, { session }),
    })
    this.receipts = new Receipts(options.store, this.#now)
    this.admission = new Admission(options.limits ?? {}, () => this.running)
    this.journal.listen((id, events) => this.#sessions.get(id)?.committed(events))
  }

  /** Takes up what is in the store. Resolves when every process that runs is listened to. */
  async start(): Promise<void> {
    const left: HostSession[] = []
    for (const row of this.store.sessions()) {
      const session = this.#session(row)
      this.#sessions.set(row.id, session)
      if (session.isLeft || (row.generation > 0 && isOpen(row))) left.push(session)
      // Of the others, which may be thousands, only what the list shows is kept.
      else session.memory.unloadNow(this.#contextOf(session))
    }
    await Promise.all(
      left.map((it) =>
        it
          .adopt()
          .catch((error: Error) =>
            this.#log('error', `could not be taken over: ${error.message}`, { session: it.id }),
          ),
      ),
    )
    // They waited for a place when the earlier host ended.
    for (const session of this.sessions())
      if (session.row.generation === 0 && isOpen(session.row)) session.openLater()
  }

  /** How many processes run. */
  get running(): number {
    return this.sessions().filter(({ isRunning }) => isRunning).length
  }

  /** Ends all processes, and starts no more, after a crash neither. It can be asked meanwhile, and tells what happens. */
  async endSessions(): Promise<void> {
    this.admission.close()
    const open = this.sessions().filter((it) => it.isRunning || it.isOpening || isOpen(it.row))
    await Promise.all(open.map((session) => session.close().catch(() => {})))
  }

  /** The host ends. Processes go on unless `all` is set. */
  async stop({ all = false } = {}): Promise<void> {
    this.#isStopping = true
    this.admission.close()
    this.git.close()
    if (all) await this.endSessions()
    await Promise.all(this.sessions().map((session) => session.detach().catch(() => {})))
    this.journal.close()
    this.store.close()
  }

  listen(listener: HostListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  sessions(): HostSession[] {
    return [...this.#sessions.values()]
  }
  find(id: string): HostSession | undefined {
    return this.#sessions.get(id)
  }
  session(id: string): HostSession {
    const session = this.#sessions.get(id)
    if (!session) throw new ApiError('not-found', `there is no session ${id}`)
    return session
  }
  sessionOfApproval(id: string): HostSession {
    const sessions = this.sessions()
    const session =
      sessions.find((it) => it.memory.isLoaded && byId(it.state, id)) ??
      sessions.find((it) => !it.memory.isLoaded && byId(it.memory.peek(), id))
    if (!session) throw new ApiError('not-found', `there is no approval ${id}`)
    return session
  }

  summaryOf(session: HostSession): SessionSummary {
    return session.memory.summary(this.#contextOf(session))
  }
  isWatched(id: string): boolean {
    return [...this.#listeners].some((listener) => listener.watches?.(id))
  }
  /** Its state leaves the memory until someone asks for it, if it `mayGo` then: what came last is stored first. */
  unload(session: HostSession, mayGo: () => boolean): Promise<void> {
    return session.memory.unload(this.#contextOf(session), mayGo)
  }
  /** Those that need a person first, then those that changed last. */
  summaries(): SessionSummary[] {
    return this.sessions()
      .map((session) => this.summaryOf(session))
      .sort(byUrgency)
  }
  approvals(): ApprovalView[] {
    return this.sessions()
      .filter(({ memory }) => memory.isLoaded)
      .flatMap(({ row, state }) => approvalsOf(row, state))
      .sort((a, b) => a.since - b.since)
  }

  async create(
    body: CreateSession & { id: string },
    receipt?: ReceiptRow,
    change?: LaunchChange,
    client = { label: 'host' },
  ): Promise<HostSession> {
    const cwd = await this.folders.check(body.cwd)
    const { options: given, first: asked, env } = splitOptions(body.options)
    const options = await this.folders.checkOptions(given, cwd)
    const agent = this.#options.agent(body.agent)
    const now = this.#now()
    const base = await this.git.base(cwd)
    this.#checkNew(body, options)
    const isolation = this.#isolation.settingFor(body.isolation)
    await this.#isolation.prepare(isolation, cwd)
    const first: LaunchChange = change ?? {
      ...asked,
      ...(body.resume && { resume: body.resume, forkSession: body.fork ?? false }),
    }
    const row: SessionRow = {
      id: body.id,
      title: body.title ?? titleOf(body.prompt, cwd),
      cwd,
      agent: agent.name,
      createdAt: now,
      updatedAt: now,
      archived: false,
      options: {
        ...options,
        ...(body.model !== undefined && { model: body.model }),
        ...(body.permissionMode !== undefined && { permissionMode: body.permissionMode }),
      },
      generation: 0,
      offset: 0,
      wanted: 'run',
      ...(base !== undefined && { gitBase: base }),
      extra: { first, ...(isolation === 'require' && { isolation }) },
    }
    const session = this.#session(row, env)
    mkdirSync(join(this.#options.folder, row.id), { recursive: true, mode: 0o700 })
    this.store.addSession(row, receipt)
    this.#sessions.set(row.id, session)
    this.#tell((listener) => listener.changed?.(session))
    const { prompt: text = '', images } = body
    const { resume, resumeSessionAt: at } = first
    try {
      if (resume !== undefined) await session.recall(resume, at)
      if (this.admission.hasPlace) await session.open()
      else session.openLater()
      if (body.prompt !== undefined || images) await session.send({ text, ...(images && { images }) }, client)
    } catch (error) {
      // All or nothing: the command can be given again.
      await this.remove(row.id, receipt && { undone: receipt.commandId }).catch(() => {})
      throw error
    }
    return session
  }

  /** Throws if it asks for `bypassPermissions` and this host does not allow that. */
  checkBypass(asked: unknown): void {
    if (this.#options.allowBypass || !asksForBypass(asked)) return
    throw new ApiError('forbidden', 'bypassPermissions is off: start the host with --allow-bypass to have it')
  }

  /** Their sessions go on with them. */
  async renameAgents(agents: PutAgents['agents']): Promise<void> {
    const names = new Map(agents.map(({ formerName, name }) => [formerName, name]))
    for (const session of this.sessions()) {
      const agent = names.get(session.row.agent)
      if (agent !== undefined && agent !== session.row.agent) await session.change({ agent })
    }
  }

  async resume(session: HostSession): Promise<void> {
    if (this.admission.hasPlace) await session.open()
    else session.openLater()
  }

  async fork(
    from: HostSession,
    body: ForkCommand & { id: string },
    receipt: ReceiptRow,
    client?: { label: string },
  ): Promise<HostSession> {
    const { row } = from
    const first = (row.extra.first ?? {}) as LaunchChange
    // Before its first turn, one that was resumed or forked is still what it came from.
    const own = from.cliSessionId
    const resume = own ?? first.resume
    if (resume === undefined)
      throw new ApiError('conflict', 'there is nothing to fork: the session has had no turn yet')
    const at = body.at ?? (own === undefined ? first.resumeSessionAt : undefined)
    return this.create(
      {
        id: body.id,
        cwd: row.cwd,
        agent: row.agent,
        isolation: this.#isolation.settingOf(row),
        title: body.title ?? `${row.title} (fork)`,
        options: { ...row.options, env: from.env },
        ...(body.prompt !== undefined && { prompt: body.prompt }),
      },
      receipt,
      { resume, forkSession: true, ...(at !== undefined && { resumeSessionAt: at }) },
      client,
    )
  }

  /** Ends the process and forgets the session. The CLI's own transcript stays. */
  async remove(id: string, options: RemoveOptions = {}): Promise<void> {
    const session = this.session(id)
    await session.close()
    session.forget()
    this.#sessions.delete(id)
    this.journal.forget(id)
    this.store.removeSession(id, options)
    rmSync(join(this.#options.folder, id), { recursive: true, force: true })
    this.#tell((listener) => listener.removed?.(id))
  }

  #session(row: SessionRow, env: Readonly<Record<string, string>> = {}): HostSession {
    return new HostSession(
      row,
      {
        journal: this.journal,
        store: this.store,
        folder: join(this.#options.folder, row.id),
        agent: this.#options.agent,
        judge: this.#options.judge ?? (() => ({ effect: 'none' })),
        admission: this.admission,
        now: this.#now,
        log: (level, message, detail) => this.#log(level, message, detail),
        onChange: (session, events) => this.#onChange(session, events),
        checkOptions: async (options) => {
          const checked = await this.folders.checkOptions(options, row.cwd, { mayMiss: true })
          this.checkBypass(checked)
          return checked
        },
        isolate: (it) => this.#isolation.prepare(this.#isolation.settingOf(it), it.cwd),
        ...(this.#options.restarts && { restarts: this.#options.restarts }),
        ...(this.#options.keptOutputs !== undefined && { keptOutputs: this.#options.keptOutputs }),
        ...(this.#options.blocked && { blocked: this.#options.blocked }),
      },
      env,
    )
  }

  #contextOf(session: HostSession): SummaryContext {
    return {
      now: this.#now(),
      durable: session.isDurable,
      canBypass: this.#options.allowBypass === true && startsForBypass(session.row.options),
      isolation: this.#isolation.shownOf(session),
      warnings: this.#options.warningsOf?.(session, this) ?? [],
    }
  }

  #onChange(session: HostSession, events: readonly SessionEvent[]): void {
    if (events.length > 0) this.#tell((listener) => listener.events?.(session, events))
    this.#tell((listener) => listener.changed?.(session))
  }

  #tell(tell: (listener: HostListener) => void): void {
    if (this.#isStopping) return
    for (const listener of this.#listeners) {
      try {
        tell(listener)
      } catch (error) {
        this.#log('error', `a listener threw: ${error}`)
      }
    }
  }

  /** While nothing can be stored, the CLIs wait: their output is in their files. */
  #onProblem(problem: StoreError | undefined): void {
    if (problem) this.#log('error', `the journal cannot be written: ${problem.message}`)
    else this.#log('info', 'the journal can be written again')
    for (const session of this.#sessions.values()) session.setReading(problem === undefined)
  }

  #checkNew({ id, permissionMode }: CreateSession, options: Readonly<Record<string, unknown>>): void {
    if (id !== undefined && this.#sessions.has(id))
      throw new ApiError('conflict', `there is a session ${id} already`)
    this.checkBypass({ ...options, permissionMode: permissionMode ?? options.permissionMode })
  }

  #log(level: 'info' | 'warn' | 'error', message: string, detail?: object): void {
    this.#options.log?.(level, message, detail)
  }
}

function isOpen({ wanted }: SessionRow): boolean {
  return wanted === 'run'
}

/** Environment values are kept in memory only. Which conversation to begin with is said to the first process alone. */
function splitOptions(given: CreateSession['options'] = {}): {
  options: Record<string, unknown>
  first: LaunchChange
  env: Record<string, string>
} {
  const { env = {}, ...options } = given
  if (typeof env !== 'object' || env === null)
    throw new ApiError('bad-request', 'options.env is an object of texts')
  const isFirst = ([name]: [string, unknown]) => (FIRST_OPTIONS as readonly string[]).includes(name)
  const entries = Object.entries(options)
  return {
    options: Object.fromEntries(entries.filter((it) => !isFirst(it))),
    first: Object.fromEntries(entries.filter(isFirst)),
    env: env as Record<string, string>,
  }
}

function titleOf(prompt: string | undefined, cwd: string): string {
  const line = prompt?.trim().split('\n')[0]?.trim()
  if (line) return line.length > 80 ? `${line.slice(0, 79)}…` : line
  return cwd.split('/').at(-1) || cwd
}
