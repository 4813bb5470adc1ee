/**
 * Runs of the projects' `run` scripts, such as development servers: one per checkout or worktree. A run ends with its script, when a
 * person stops it, when its worktree ends, and with the host. What a killed host has left running is ended by the next one, which
 * says so. The last part of the output is kept, in memory.
 */
import { z } from 'zod'
import { ApiError } from '../../api/errors.ts'
import type { ProjectRun } from '../../api/projects.ts'
import { isKnownToRun } from '../../process/descendants.ts'
import type { Isolation } from '../../process/isolation/isolation.ts'
import { redact } from '../../process/redact.ts'
import type { Git } from '../git/git.ts'
import { currentBranch } from '../git/refs.ts'
import { readSetting } from '../journal/settings.ts'
import type { Store } from '../journal/store.ts'
import type { ProjectSettingsStore } from './project-settings.ts'
import { readScript, scriptEnvironment } from './repository-script.ts'
import { endGroup, runScript } from './run-script.ts'

export interface ScriptRunsContext {
  readonly git: Git
  readonly store: Store
  readonly projects: ProjectSettingsStore
  /** A folder of the host for files of a moment. */
  readonly scratch: string
  /** Of the session whose worktree the folder is. */
  readonly isolationOf: (folder: string) => Promise<Isolation | undefined>
  readonly now: () => number
}

const LEFT = 'runs of scripts'
const leftSchema = z.record(
  z.string(),
  z.object({ pid: z.number(), processStartedAt: z.string(), at: z.number() }),
)
const MAX_OUTPUT = 256 * 1024
const GRACE = 5_000
const MAX_WAIT = 20_000

interface Run {
  status: 'running' | 'ended'
  readonly startedAt: number
  endedAt?: number
  problem?: string
  output: string
  /** Where `output` begins in all that was printed. */
  from: number
  readonly end: AbortController
  done: Promise<void>
}

export class ScriptRuns {
  readonly #context: ScriptRunsContext
  /** By the top folder of the checkout or worktree. */
  readonly #runs = new Map<string, Run>()
  readonly #watchers = new Set<() => void>()
  #isClosed = false

  constructor(context: ScriptRunsContext) {
    this.#context = context
  }

  /** Ends what a killed host has left. */
  recover(): void {
    const { store } = this.#context
    const left = readSetting(store, LEFT, leftSchema, () => {}) ?? {}
    for (const [folder, { pid, processStartedAt, at }] of Object.entries(left)) {
      if (isKnownToRun({ pid, startedAt: processStartedAt })) endGroup(pid)
      const problem = 'the host was stopped while it ran, and its output is gone'
      const end = new AbortController()
      const ended = { status: 'ended' as const, startedAt: at, problem, output: '', from: 0 }
      this.#runs.set(folder, { ...ended, end, done: Promise.resolve() })
    }
    if (Object.keys(left).length > 0) store.putSetting(LEFT, {})
  }

  /** Throws if there is none, if nobody has confirmed it, or if it runs already. `onStart` stores that it was started. */
  async start(cwd: string, onStart: (detail: { folder: string; hash: string }) => void): Promise<void> {
    const { git, projects, isolationOf, scratch, now } = this.#context
    const { top, checkout, refs } = await git.open(cwd)
    const named = projects.of(checkout).run
    if (named === undefined)
      throw new ApiError('not-possible', 'the project has no run script: set `run` to one')
    const script = await readScript('run', top, named)
    if (!script) throw new ApiError('not-found', `${top} has no script ${named}`)
    if (!projects.isConfirmed(checkout, script.hash))
      throw new ApiError(
        'not-possible',
        `the run script ${named} was not confirmed, or has changed since: read it and confirm it`,
        { hash: script.hash },
      )
    const [isolation, branch] = [await isolationOf(top), await currentBranch(refs)]
    if (this.#isClosed) throw new ApiError('not-possible', 'the host is being stopped')
    if (this.#runs.get(top)?.status === 'running')
      throw new ApiError('conflict', `the script runs already in ${top}`)
    onStart({ folder: top, hash: script.hash })
    const end = new AbortController()
    const run: Run = {
      ...{ status: 'running', startedAt: now(), output: '', from: 0, end },
      done: Promise.resolve(),
    }
    this.#runs.set(top, run)
    run.done = runScript({
      ...{ content: script.content, cwd: top, scratch, isolation, signal: end.signal, graceMs: GRACE },
      env: scriptEnvironment({ path: top, checkout, branch }),
      onStart: ({ pid, startedAt }) =>
        this.#note(top, { pid, processStartedAt: startedAt, at: run.startedAt }),
      onOutput: (text) => this.#print(run, text),
    })
      .catch((error: Error) => error.message)
      .then((problem) => {
        run.status = 'ended'
        run.endedAt = now()
        if (problem !== undefined) run.problem = problem
        this.#note(top, undefined)
        this.#tell()
      })
    this.#tell()
  }

  /** Resolves when it has ended. */
  async stop(cwd: string): Promise<void> {
    const run = this.#runs.get(await this.#folderOf(cwd))
    if (run?.status !== 'running') throw new ApiError('conflict', 'the script does not run there')
    await this.#end(run)
  }

  /** The folder is about to be removed. */
  async leave(folder: string): Promise<void> {
    const run = this.#runs.get(folder)
    if (run?.status === 'running') await this.#end(run)
    this.#runs.delete(folder)
  }

  /** The host ends. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#runs.values()].map((run) => this.#end(run)))
    this.#tell()
  }

  async look(
    cwd: string,
    { after = 0, wait = false }: { after?: number; wait?: boolean },
    signal: AbortSignal | undefined,
  ): Promise<ProjectRun> {
    const folder = await this.#folderOf(cwd)
    const until = this.#context.now() + MAX_WAIT
    const isNews = () => {
      const run = this.#runs.get(folder)
      return run?.status !== 'running' || run.from + run.output.length > after || this.#isClosed
    }
    while (wait && !isNews() && !signal?.aborted && this.#context.now() < until)
      await this.#change(signal, until)
    return this.#view(folder, after)
  }

  #view(folder: string, after: number): ProjectRun {
    const run = this.#runs.get(folder)
    if (!run) return { status: 'none', folder, output: '', from: 0, next: 0 }
    const { status, startedAt, endedAt, problem, output } = run
    const from = Math.min(Math.max(after, run.from), run.from + output.length)
    return {
      ...{ status, folder, startedAt, from, output: redact(output.slice(from - run.from)) },
      next: run.from + output.length,
      ...(endedAt !== undefined && { endedAt }),
      ...(problem !== undefined && { problem }),
    }
  }

  async #folderOf(cwd: string): Promise<string> {
    return (await this.#context.git.open(cwd)).top
  }

  #print(run: Run, text: string): void {
    const all = run.output + text
    const cut = Math.max(0, all.length - MAX_OUTPUT)
    run.output = all.slice(cut)
    run.from += cut
    this.#tell()
  }

  async #end(run: Run): Promise<void> {
    run.end.abort()
    await run.done
  }

  /** What the next host has to end, if this one is killed. */
  #note(folder: string, process: z.infer<typeof leftSchema>[string] | undefined): void {
    const { store } = this.#context
    try {
      const { [folder]: _, ...others } = readSetting(store, LEFT, leftSchema, () => {}) ?? {}
      store.putSetting(LEFT, process ? { ...others, [folder]: process } : others)
    } catch {
      // A journal that cannot be written keeps no script from running.
    }
  }

  #tell(): void {
    for (const watcher of [...this.#watchers]) watcher()
  }

  #change(signal: AbortSignal | undefined, until: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#watchers.delete(done)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, Math.max(0, until - this.#context.now()))
      this.#watchers.add(done)
      signal?.addEventListener('abort', done, { once: true })
    })
  }
}
