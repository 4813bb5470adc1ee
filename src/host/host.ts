/**
 * All sessions of a host. `start` continues what an earlier host has left: it folds each session's journal and takes over
 * the processes that still run. `stop` leaves them running, or ends them. A failure of one session never affects another.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CreateSession, ForkCommand } from '../api/commands.ts'
import { ApiError } from '../api/errors.ts'
import type { ApprovalView, SessionSummary } from '../api/resources.ts'
import { byUrgency } from '../api/session-order.ts'
import type { SessionEvent } from '../state/events.ts'
import { Admission } from './admission.ts'
import { asksForBypass, startsForBypass } from './bypass.ts'
import { DiskGuard } from './disk/disk-guard.ts'
import { AllowedFolders } from './folders/allowed.ts'
import { Git } from './git/git.ts'
import type { HostListener, HostOptions } from './host-options.ts'
import { SessionIsolation } from './isolation.ts'
import { type CommitExtras, Journal } from './journal/journal.ts'
import type { DamagedSession, ReceiptRow, RemoveOptions, SessionRow } from './journal/store.ts'
import { type Store, type StoreError, withRemedy, wordsOf } from './journal/store.ts'
import { forkOf, newRow, splitOptions, withDefaults } from './new-session.ts'
import { Branches } from './projects/branches.ts'
import { Projects } from './projects/projects.ts'
import { Quarantine } from './quarantine.ts'
import { Receipts } from './receipts.ts'
import { HostSession } from './sessions/host-session.ts'
import type { LaunchChange } from './sessions/launch.ts'
import { isUnstarted } from './sessions/recovery.ts'
import { saidIn } from './sessions/search-documents.ts'
import { approvalsOf, type SummaryContext } from './sessions/summary.ts'
import { Work } from './work.ts'
import type { Plan } from './worktrees/plan.ts'
import { worktreeOf } from './worktrees/worktree.ts'

export type { HostListener, HostOptions } from './host-options.ts'

/** Runs sessions and keeps their events. `startDaemon` puts an API in front of it. */
export class Host {
  readonly store: Store
  readonly journal: Journal
  readonly receipts: Receipts
  readonly admission: Admission
  readonly git: Git
  readonly folders: AllowedFolders
  readonly quarantine = new Quarantine()
  readonly work: Work
  readonly disk: DiskGuard | undefined
  readonly #options: HostOptions
  readonly #isolation: SessionIsolation
  readonly #projects: Projects
  readonly #branches: Branches
  readonly #sessions = new Map<string, HostSession>()
  readonly #listeners = new Set<HostListener>()
  readonly #now: () => number
  #isStopping = false

  constructor(options: HostOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.store = options.store
    this.git = options.git ?? new Git()
    this.#projects = new Projects(this.git, (cwd) => this.#onFolderChange(cwd))
    this.#branches = new Branches(this.git, (cwd) => this.#onFolderChange(cwd))
    this.folders = new AllowedFolders(options.roots)
    const isolation = options.isolation ?? { folder: options.folder, setting: 'off' }
    this.#isolation = new SessionIsolation(isolation)
    this.work = new Work({
      ...{ git: this.git, store: this.store, folders: this.folders, now: this.#now },
      ...{ dataFolder: isolation.folder, folder: options.folder },
      sessions: () => this.sessions(),
      summaries: () => this.summaries(),
      isolate: (it) => this.#isolation.prepare(this.#isolation.settingOf(it), it.cwd),
      log: (...said) => this.#log(...said),
    })
    this.journal = new Journal(options.store, {
      now: this.#now,
      onProblem: (it) => this.#onProblem(it),
      onError: (session, error) => this.#log('error', `an event was not taken: ${error}`, { session }),
    })
    this.receipts = new Receipts(options.store, this.#now)
    this.disk = options.disk && new DiskGuard(options.disk, this, (...said) => this.#log(...said))
    const obstacle = () => this.disk?.problem
    this.admission = new Admission(options.limits ?? {}, () => this.running, { obstacle })
    this.journal.listen((id, events) => this.#sessions.get(id)?.committed(events))
  }

  /** Loads what is in the store. Resolves when the output of every running process is being read. */
  async start(): Promise<void> {
    mkdirSync(this.#options.folder, { recursive: true, mode: 0o700 })
    await this.disk?.look()
    for (const damaged of this.store.damagedSessions()) this.#quarantine(damaged)
    const left: HostSession[] = []
    for (const row of this.store.sessions()) {
      const session = this.#take(row)
      // One that rests, of which there are most, is not read to be listed.
      if (!session?.memory.isLoaded) continue
      if (session.isLeft || (isOpen(row) && !isUnstarted(row))) left.push(session)
      // There may be thousands of others: only what the list shows stays in memory.
      else session.memory.unloadNow(this.#contextOf(session))
    }
    const adopt = (it: HostSession) =>
      it.adopt().catch(({ message }: Error) => {
        this.#log('error', `could not be taken over: ${message}`, { session: it.id })
      })
    await Promise.all(left.map(adopt))
    await this.work.start()
    await this.disk?.start()
    for (const session of this.sessions()) if (isUnstarted(session.row)) session.openLater()
  }

  /** How many processes run. */
  get running(): number {
    return this.sessions().filter(({ isRunning }) => isRunning).length
  }

  /** Ends all processes and starts no more, not even after a crash. Events and summaries go on meanwhile. */
  async endSessions(): Promise<void> {
    this.admission.close()
    const open = this.sessions().filter((it) => it.isRunning || it.isOpening || isOpen(it.row))
    await Promise.all(open.map((session) => session.close().catch(() => {})))
  }

  /** Closes the host. Processes go on unless `all` is set. */
  async stop({ all = false } = {}): Promise<void> {
    this.#isStopping = true
    this.disk?.stop()
    this.admission.close()
    await this.work.close()
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
    this.quarantine.check(id)
    const session = this.#sessions.get(id)
    if (!session) throw new ApiError('not-found', `there is no session ${id}`)
    return session
  }

  summaryOf(session: HostSession): SessionSummary {
    const worktree = worktreeOf(session.row)
    const branch = this.#branches.of(session.row.cwd)
    return {
      ...session.memory.summary(this.#contextOf(session)),
      ...(worktree && { worktree }),
      ...(branch !== undefined && { branch }),
    }
  }
  /** Stores the latest state and unloads it until somebody asks for it, if `mayGo` still holds by then. */
  async unload(session: HostSession, mayGo: () => boolean): Promise<void> {
    await session.memory.unload(this.#contextOf(session), mayGo)
    if (!session.memory.isLoaded) this.#tell((listener) => listener.unloaded?.(session.id))
  }
  /** Sessions that need a person first, then the most recently changed. */
  summaries(): SessionSummary[] {
    const own = this.sessions().map((session) => this.summaryOf(session))
    return [...this.quarantine.summaries(), ...own].sort(byUrgency)
  }
  approvals(): ApprovalView[] {
    return this.sessions()
      .filter(({ memory }) => memory.isLoaded)
      .flatMap(({ row, state }) => approvalsOf(row, state))
      .sort((a, b) => a.since - b.since)
  }

  async create(
    given: CreateSession & { id: string },
    receipt?: ReceiptRow,
    change?: LaunchChange,
    client = { label: 'host' },
  ): Promise<HostSession> {
    const cwd = await this.folders.check(given.cwd)
    // A fork runs with what the session before it ran with.
    const body = change ? given : withDefaults(given, await this.work.settingsOf(cwd))
    const { worktree: asked, title, prompt } = body
    const plan = asked && (await this.work.worktrees.plan({ cwd, asked, text: title ?? prompt ?? '' }))
    return this.#create(body, cwd, plan, receipt, change, client).finally(() => plan?.release())
  }

  async #create(
    body: CreateSession & { id: string },
    named: string,
    plan: Plan | undefined,
    receipt: ReceiptRow | undefined,
    change: LaunchChange | undefined,
    client: { label: string },
  ): Promise<HostSession> {
    const { cwd, worktree } = plan ?? { cwd: named }
    const { options: given, first: asked, env } = splitOptions(body.options)
    const options = await this.folders.checkOptions(given, named)
    const agent = this.#options.agent(body.agent)
    const place = worktree ?? (await this.git.place(cwd))
    this.#checkNew(body, options)
    const isolation = this.#isolation.settingFor(body.isolation, cwd)
    await this.#isolation.prepare(isolation, cwd)
    const first: LaunchChange = change ?? {
      ...asked,
      ...(body.resume && { resume: body.resume, forkSession: body.fork ?? false }),
    }
    const found = { cwd, agent: agent.name, options, isolation, place, first, worktree }
    const row = newRow(body, found, this.#now())
    const session = this.#session(row, env)
    const { prompt: text = '', images } = body
    const prompt = body.prompt !== undefined || images ? { text, ...(images && { images }) } : undefined
    const events = await session.begin({ first, prompt, client }, receipt)
    this.#sessions.set(row.id, session)
    this.#tell((listener) => listener.changed?.(session))
    session.committed(events)
    try {
      await this.work.worktrees.create(session)
      // A setup may take long.
      if (this.admission.hasPlace && !worktree) await session.open()
      else session.openLater()
      session.release({ isFirst: true })
    } catch (error) {
      // All or nothing, so that the client can repeat the command.
      await this.work.undo(session.row)
      await this.remove(row.id, receipt && { undone: receipt.commandId }).catch((failure: Error) =>
        this.#log('error', `a session that did not start could not be removed: ${failure.message}`, {
          session: row.id,
        }),
      )
      throw error
    }
    return session
  }

  /** Where an agent keeps its conversations, if that is not the usual place. */
  configDirOf(agent: string): string | undefined {
    return this.#options.agent(agent).env.CLAUDE_CONFIG_DIR
  }

  /** Takes in a session that another host had, with all that is stored of it. Its process is not here any more. */
  takeIn(row: SessionRow, events: readonly SessionEvent[], receipts: readonly ReceiptRow[]): void {
    this.#checkNew(row, row.options)
    const session = row.id
    const all = receipts.map((receipt) => ({ session, receipt }))
    this.store.commit([{ session, added: row, events, said: saidIn(events) }, ...all])
    const taken = this.#take(row)
    if (!taken) throw new ApiError('internal', `session ${session} could not be read after it was taken in`)
    this.#tell((listener) => listener.changed?.(taken))
    if (isUnstarted(row)) taken.openLater()
  }

  /** Throws if it asks for `bypassPermissions` and this host does not allow that. */
  checkBypass(asked: unknown): void {
    if (this.#options.allowBypass || !asksForBypass(asked)) return
    throw new ApiError('forbidden', 'bypassPermissions is off: start the host with --allow-bypass to have it')
  }

  /** From former to new name. */
  async renameAgents(names: Readonly<Record<string, string>>): Promise<void> {
    const known = new Map(Object.entries(names))
    // Started together, so that they are stored in one commit.
    const changes = this.sessions().flatMap((session) => {
      const agent = known.get(session.row.agent)
      return agent === undefined ? [] : [session.change({ agent })]
    })
    await Promise.all(changes)
  }

  /** Starts a process for the session, now or when there is a slot. `extra` is stored once that is certain to happen. */
  async resume(session: HostSession, extra: CommitExtras = {}): Promise<void> {
    if (!session.isRunning && !this.admission.hasPlace) return session.openWhenFree(extra)
    await session.open()
    await session.change({}, [], extra)
  }

  async fork(
    from: HostSession,
    body: ForkCommand & { id: string },
    receipt: ReceiptRow,
    client?: { label: string },
  ): Promise<HostSession> {
    const { fork, change } = await forkOf(from, body, this.#isolation.settingOf(from.row))
    return this.create(fork, receipt, change, client)
  }

  /** Ends the process and forgets the session. The CLI's own transcript stays. */
  async remove(id: string, options: RemoveOptions = {}): Promise<void> {
    const session = this.session(id)
    await session.close()
    await this.work.leave(session)
    // Files first: if the host were killed in between, nobody would know whose they are.
    rmSync(join(this.#options.folder, id), { recursive: true, force: true })
    // On a full disk this throws: the session stays, so that it can be removed later.
    this.store.removeSession(id, options)
    session.forget()
    this.#sessions.delete(id)
    this.journal.forget(id)
    this.#tell((listener) => listener.removed?.(id))
  }

  /** Loads a session of an earlier host, or puts it in quarantine if it cannot be read. */
  #take(row: SessionRow): HostSession | undefined {
    const session = this.#session(row)
    try {
      session.memory.take()
      if (row.generation > 0) this.store.outbox(row.id, row.generation)
      this.#sessions.set(row.id, session)
      return session
    } catch (error) {
      this.#quarantine({ id: row.id, title: row.title, problem: (error as Error).message })
      return undefined
    }
  }

  #quarantine(session: DamagedSession): void {
    this.quarantine.put(session, this.#now())
    const message = `the session is damaged and was left alone: ${session.problem}`
    this.#log('error', message, { session: session.id })
  }

  #session(row: SessionRow, env: Readonly<Record<string, string>> = {}): HostSession {
    const { restarts, stallAfter, signalWaits, keptOutputs, blocked } = this.#options
    return new HostSession(
      row,
      {
        journal: this.journal,
        store: this.store,
        folder: join(this.#options.folder, row.id),
        agent: this.#options.agent,
        evaluate: this.#options.evaluate ?? (() => ({ effect: 'none' })),
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
        prepare: (signal) => this.work.prepare(this.session(row.id), signal),
        restarts,
        stallAfter,
        signalWaits,
        keptOutputs,
        blocked,
      },
      env,
    )
  }

  #contextOf(session: HostSession): SummaryContext {
    return {
      now: this.#now(),
      stallAfter: this.#options.stallAfter,
      durable: session.isDurable,
      canBypass: this.#options.allowBypass === true && startsForBypass(session.row.options),
      isolation: this.#isolation.shownOf(session),
      project: this.#projects.of(session.row),
      warnings: this.#options.warningsOf?.(session, this) ?? [],
    }
  }

  #onFolderChange(cwd: string): void {
    for (const session of this.sessions())
      if (session.row.cwd === cwd) this.#tell((listener) => listener.changed?.(session))
  }

  #onChange(session: HostSession, events: readonly SessionEvent[]): void {
    if (events.length > 0) this.#tell((listener) => listener.events?.(session, events))
    if (!this.#isStopping) {
      this.work.follow(session, events)
      if (events.some(mayMoveBranch)) this.#branches.look(session.row.cwd)
    }
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

  /** What is wrong with the host itself, for its operator. */
  get problems(): string[] {
    return [
      ...this.journal.problems.map(wordsOf),
      ...[this.disk?.problem ?? []].flat(),
      ...this.quarantine.problems,
      ...this.store.damages
        .filter(({ session }) => session === undefined || !this.quarantine.problemOf(session))
        .map(({ problem }) => withRemedy(problem)),
    ]
  }

  /** While nothing can be stored, nothing is read either: the output stays in the files of the processes. */
  #onProblem(problem: StoreError | undefined): void {
    if (problem) this.#log('error', `the journal cannot be written: ${problem.message}`)
    else this.#log('info', 'the journal can be written again')
    for (const session of this.#sessions.values()) session.setReading(problem === undefined)
  }

  #checkNew(
    { id, permissionMode }: Pick<CreateSession, 'id' | 'permissionMode'>,
    options: Readonly<Record<string, unknown>>,
  ): void {
    if (id !== undefined) this.quarantine.check(id)
    if (id !== undefined && this.#sessions.has(id))
      throw new ApiError('conflict', `a session ${id} already exists`)
    this.checkBypass({ ...options, permissionMode: permissionMode ?? options.permissionMode })
  }

  #log(level: 'info' | 'warn' | 'error', message: string, detail?: object): void {
    this.#options.log?.(level, message, detail)
  }
}

/** The end of a turn, and what the host did to the worktree. */
function mayMoveBranch(event: SessionEvent): boolean {
  if (event.kind === 'received') return event.message.type === 'result'
  return event.kind === 'notice' && event.code === 'worktree'
}

function isOpen({ wanted }: SessionRow): boolean {
  return wanted === 'run'
}
