/**
 * The worktrees of sessions. What a worktree will be is stored with its session before git is called, so a host that is killed at
 * any point leaves a session that knows its worktree, and the next host finishes it before it starts a process there:
 * `planned` → (git) → `created` → (copied files, setup script) → `ready`.
 */
import { ApiError } from '../../api/errors.ts'
import type { NewWorktree, Worktree } from '../../api/work.ts'
import { isKnownToRun } from '../../process/descendants.ts'
import type { Isolation } from '../../process/isolation/isolation.ts'
import type { AllowedFolders } from '../folders/allowed.ts'
import type { Git } from '../git/git.ts'
import { addWorktree, removeWorktree } from '../git/linked-worktree.ts'
import { branchCommit, currentBranch, deleteRef } from '../git/refs.ts'
import type { SessionRow, Store } from '../journal/store.ts'
import type { ProjectSettingsStore } from '../projects/project-settings.ts'
import { type RepositoryScript, readScript, scriptEnvironment } from '../projects/repository-script.ts'
import { endGroup, runScript } from '../projects/run-script.ts'
import type { HostSession } from '../sessions/host-session.ts'
import { copyFiles } from './copy-files.ts'
import { WorktreeEnds } from './ends.ts'
import { keepRemembered, LOCAL_SETTINGS } from './local-settings.ts'
import { OneAtATime } from './one-at-a-time.ts'
import { type Plan, planWorktree } from './plan.ts'
import { SetupOutput } from './setup-output.ts'
import { setupProcessOf, worktreeOf } from './worktree.ts'

export interface WorktreesContext {
  readonly git: Git
  readonly store: Store
  readonly folders: AllowedFolders
  readonly projects: ProjectSettingsStore
  /** The host's data folder. */
  readonly dataFolder: string
  /** A folder of the host for files of a moment. */
  readonly scratch: string
  readonly sessions: () => readonly HostSession[]
  readonly isolate: (row: SessionRow) => Promise<Isolation | undefined>
  /** A folder is about to be removed: what runs there ends. */
  readonly leave: (folder: string) => Promise<void>
  readonly now: () => number
  readonly log: (level: 'info' | 'warn', message: string) => void
}

const SETUP_TIMEOUT = 60 * 60_000
const MAX_AUDIT = 10_000

export class Worktrees {
  readonly #context: WorktreesContext
  readonly ends: WorktreeEnds
  /** By checkout: merges, and ends of worktrees. */
  readonly turns = new OneAtATime()
  /** Paths that sessions which are not stored yet will have. */
  readonly #reserved = new Set<string>()
  #planning: Promise<unknown> = Promise.resolve()

  constructor(context: WorktreesContext) {
    this.#context = context
    this.ends = new WorktreeEnds({ ...context, keepRemembered: (session) => this.keepRemembered(session) })
  }

  /** Chooses place and branch for a new session. `release` must be called once the session is stored, or is not to be. */
  plan(request: { cwd: string; asked: NewWorktree; text: string }): Promise<Plan & { release(): void }> {
    const { git, folders, projects, dataFolder, sessions } = this.#context
    // One after the other: two of the same name must not get the same place.
    const planned = this.#planning.then(async () => {
      const taken = new Set(sessions().map(({ row }) => worktreeOf(row)?.path))
      const plan = await planWorktree(request, {
        ...{ git, folders, dataFolder },
        settings: (project) => projects.of(project),
        isTaken: (path) => this.#reserved.has(path) || taken.has(path),
      })
      const { path } = plan.worktree
      this.#reserved.add(path)
      return { ...plan, release: () => void this.#reserved.delete(path) }
    })
    this.#planning = planned.catch(() => {})
    return planned
  }

  /** Creates the folder and the branch. */
  async create(session: HostSession): Promise<void> {
    const worktree = worktreeOf(session.row)
    if (worktree?.status !== 'planned') return
    this.ends.remember(worktree)
    const notes = await addWorktree(this.#context.git, worktree)
    await this.#change(session, { status: 'created' })
    for (const note of notes) await session.say('warning', note, 'worktree')
  }

  /** Before a process is started. Throws if it cannot work there. */
  async prepare(session: HostSession, signal: AbortSignal): Promise<void> {
    await this.create(session)
    const worktree = worktreeOf(session.row)
    if (worktree?.status === 'ended')
      throw new ApiError('not-possible', `the worktree ${worktree.path} is no longer the session's`)
    if (worktree?.status !== 'created') return
    const { copy = [] } = this.#context.projects.of(worktree.checkout)
    const notes = await copyFiles(worktree.checkout, worktree.path, copy)
    await copyFiles(worktree.checkout, worktree.path, [LOCAL_SETTINGS])
    for (const note of notes) await session.say('warning', note, 'worktree')
    await this.#setUp(session, worktree, signal)
    await this.#change(session, { status: 'ready' })
  }

  /** Throws if there is no setup that failed or was not confirmed. */
  checkSetup({ row }: HostSession): void {
    const worktree = worktreeOf(row)
    if (!worktree) throw new ApiError('not-possible', 'the session has no worktree of its own')
    if (worktree.status !== 'created' || worktree.setup?.status === 'running')
      throw new ApiError('conflict', 'there is no setup that waits')
  }

  /** Forgets that the setup failed, or that there is one: the next process may be started. */
  allowSetup(session: HostSession, skip: boolean): Promise<void> {
    return this.#change(session, { setup: skip ? { status: 'skipped' } : undefined })
  }

  /** Takes back what was created for a session that is not to be. Nothing has worked in it. */
  async undo(row: SessionRow): Promise<void> {
    const worktree = worktreeOf(row)
    if (!worktree) return
    const { git } = this.#context
    const { refs } = await git.open(worktree.checkout)
    const found = await git.open(worktree.path).catch(() => undefined)
    const isOwn = found && (await currentBranch(found.refs)) === worktree.branch
    if (isOwn) await removeWorktree(git, worktree).catch(() => {})
    if ((await branchCommit(refs, worktree.branch)) === worktree.base)
      await deleteRef(refs, `refs/heads/${worktree.branch}`, worktree.base).catch(() => {})
  }

  /** Adds permissions that a person has had remembered in the worktree to those of the main checkout. */
  async keepRemembered(session: HostSession): Promise<void> {
    const worktree = worktreeOf(session.row)
    if (worktree?.status !== 'ready') return
    const audit = this.#context.store.audit({ session: session.id, limit: MAX_AUDIT })
    await keepRemembered(worktree, audit).catch((error: Error) =>
      session
        .say('warning', `Remembered permissions could not be kept: ${error.message}`, 'worktree')
        .catch(() => {}),
    )
  }

  async #setUp(
    session: HostSession,
    { setup, path, checkout }: Worktree,
    signal: AbortSignal,
  ): Promise<void> {
    const { projects } = this.#context
    const named = projects.of(checkout).setup
    if (named === undefined || setup?.status === 'done' || setup?.status === 'skipped') return
    if (setup?.status === 'failed') throw setupError(setup.problem ?? '')
    if (setup?.status === 'running') {
      const left = setupProcessOf(session.row)
      if (left && isKnownToRun(left)) endGroup(left.pid)
      await session.say(
        'warning',
        'The host was stopped while the setup ran: the setup starts again.',
        'worktree',
      )
    }
    const script = await readScript('setup', path, named)
    if (!script) {
      await session.say('warning', `The worktree has no setup script ${named}.`, 'worktree')
      return
    }
    const { hash } = script
    if (!projects.isConfirmed(checkout, hash)) {
      if (setup?.hash !== hash) await this.#change(session, { setup: { status: 'unconfirmed', hash } })
      throw new ApiError(
        'not-possible',
        `the setup script ${named} was not confirmed, or has changed since: read it, confirm it, and run the setup`,
        { hash },
      )
    }
    const problem = await this.#runSetup(session, script, signal)
    if (problem === undefined) await this.#change(session, { setup: { status: 'done', hash } })
    else {
      // Stopped with its session, not failed: the next process starts it again.
      const failed = signal.aborted ? undefined : { status: 'failed' as const, hash, problem }
      await this.#change(session, { setup: failed })
      throw setupError(problem)
    }
  }

  async #runSetup(
    session: HostSession,
    { path, content, hash }: RepositoryScript,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const worktree = worktreeOf(session.row) as Worktree
    const { scratch, isolate } = this.#context
    const isolation = await isolate(session.row)
    await this.#change(session, { setup: { status: 'running', hash } })
    await session.say('info', `Setup: ${path}`, 'setup')
    const output = new SetupOutput((text) => session.say('info', text, 'setup-output'))
    const problem = await runScript({
      ...{ content, scratch, isolation, signal, cwd: worktree.path },
      env: scriptEnvironment(worktree),
      timeoutMs: SETUP_TIMEOUT,
      onStart: (setupProcess) =>
        void session.change({ extra: { ...session.row.extra, setupProcess } }).catch(() => {}),
      onOutput: (text) => output.add(text),
    })
    await output.end()
    return problem
  }

  async #change(
    session: HostSession,
    news: { [K in keyof Worktree]?: Worktree[K] | undefined },
  ): Promise<void> {
    const { setupProcess: _, ...extra } = session.row.extra
    await session.change({ extra: { ...extra, worktree: { ...worktreeOf(session.row), ...news } } })
  }
}

function setupError(problem: string): ApiError {
  return new ApiError(
    'not-possible',
    `the setup failed: ${problem}. Mend it and run it again, or go on without it`,
  )
}
