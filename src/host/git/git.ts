/**
 * Every call of git. The host creates one instance and closes it; nothing else in the host starts git.
 *
 * An agent can write the settings of the repository that it works in, and git runs programs named there even when it only
 * reads: filters and textconv for the contents of files, fsmonitor for the index, hooks when the index is refreshed, remote
 * helpers for missing objects, and the same for each submodule. Disabling them by name would be a race: others could be
 * written between reading the names and running git. So git never reads those settings: it runs with a private folder in
 * place of `.git` (`private-folder.ts`) that has the repository's data and the host's settings. An attribute such as
 * `filter=x` then names an undefined driver, and git takes the file as it is. Settings of the user and the system are not read
 * either, and nothing runs in a submodule, of which only the commit is compared.
 *
 * Calls for the session list and its changes write nothing into the repository; only two of them use the repository itself
 * (`repository.ts`): where it is, and at which commit. Work that a person asked for opens it (`open-repository.ts`) and may add
 * objects, refs and worktrees.
 */
import { setMaxListeners } from 'node:events'
import { rmSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Changes } from '../../api/resources.ts'
import { isWithin } from '../folders/roots.ts'
import { changesIn } from './changes.ts'
import { GitError } from './error.ts'
import { OpenRepository } from './open-repository.ts'
import { inPrivateFolder } from './private-folder.ts'
import {
  checkVersion,
  findGit,
  findProgram,
  gitEnvironment,
  personEnvironment,
  serverEnvironment,
} from './program.ts'
import { currentBranch } from './refs.ts'
import {
  EMPTY_TREES,
  type Found,
  findRepository,
  headOf,
  mainCheckout,
  REFS_PREFIX,
  type Repository,
} from './repository.ts'
import { type Answer, expectOk, type More, run, type SafeGit } from './run.ts'

/** Git opens every file that the index names, and a manipulated index can name any. */
const OUTSIDE = /^\/|(?:^|\/)(?:\.\.?|\.git)(?:\/|$)/i

async function checkNames(git: SafeGit, top: string): Promise<void> {
  const { stdout, isCut } = await expectOk(git, ['-C', top, 'ls-files', '-z', '--cached'])
  if (isCut) throw new GitError('too-much', 'the repository has too many files to be looked at')
  const outside = stdout.split('\0').find((name) => OUTSIDE.test(name))
  if (outside !== undefined)
    throw new GitError(
      'failed',
      `the index of the repository names a file that is not in it: ${outside.slice(0, 200)}`,
    )
}

/** Finding a repository is fast unless somebody has slowed it down on purpose. */
const FIND_TIMEOUT = 5_000
const OTHER_TIMEOUT = 2 * 60_000
/** Where a folder is in git. */
export interface Place {
  /** The commit that it is at, or the empty tree before the first one. */
  readonly base: string
  /** The main checkout of its repository, which all worktrees share; a bare repository is its own. */
  readonly checkout: string
}

export interface GitOptions {
  /** A folder for temporary files that nobody else writes to. */
  readonly scratch?: string
  readonly env?: NodeJS.ProcessEnv
  /** Real folders that must contain the repository's data, because a `.git` file can name any folder. */
  readonly roots?: readonly string[]
}

export class Git {
  readonly #scratch: string
  readonly #env: NodeJS.ProcessEnv
  readonly #roots: readonly string[] | undefined
  readonly #closing = new AbortController()
  #program: Promise<string> | undefined

  constructor({ scratch, env = process.env, roots }: GitOptions = {}) {
    // A call for each session may run at once, and each listens to it.
    setMaxListeners(0, this.#closing.signal)
    this.#env = env
    this.#roots = roots
    if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true })
    this.#scratch = scratch ?? tmpdir()
  }

  /** Undefined without a usable repository. */
  async place(cwd: string): Promise<Place | undefined> {
    return this.#inRepository(cwd, async (repository) => ({
      base: (await headOf((args) => this.#look(cwd, args))) ?? EMPTY_TREES[repository.objectFormat],
      checkout: await mainCheckout(repository),
    }))
  }

  /** The main checkout of a folder's repository; undefined without a usable repository. */
  async checkout(cwd: string): Promise<string | undefined> {
    return this.#inRepository(cwd, mainCheckout)
  }

  /** The branch that a folder is on; undefined without a usable repository, or where it is on none. */
  async branch(cwd: string): Promise<string | undefined> {
    return this.#inRepository(cwd, () => currentBranch((args) => this.#look(cwd, args)))
  }

  async #inRepository<T>(cwd: string, use: (repository: Repository) => Promise<T>): Promise<T | undefined> {
    try {
      const found = await this.#find(cwd)
      return 'repository' in found ? await use(found.repository) : undefined
    } catch (error) {
      if (error instanceof GitError) return undefined
      throw error
    }
  }

  async changes(cwd: string, base: string | undefined, signal?: AbortSignal): Promise<Changes> {
    const none = { isRepository: false, files: [], diff: '', isCut: false }
    if (base === undefined || !/^[0-9a-f]{40,64}$/.test(base)) return none
    const found = await this.#find(cwd, signal)
    if (!('repository' in found))
      return found.reason === undefined ? none : { ...none, note: `Git is not available: ${found.reason}` }
    const { repository } = found
    return this.#within(repository, cwd, signal, (git) => changesIn(git, { cwd, base, top: repository.top }))
  }

  /** Names of files that are tracked or could be added; undefined without a repository. */
  async files(cwd: string, signal?: AbortSignal): Promise<string[] | undefined> {
    const found = await this.#find(cwd, signal)
    if (!('repository' in found)) return undefined
    return this.#within(found.repository, cwd, signal, async (git) => {
      const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', '.']
      return (await expectOk(git, args)).stdout.split('\0').filter(Boolean)
    })
  }

  /** For work that writes. Throws if there is no usable repository. */
  async open(cwd: string, signal?: AbortSignal): Promise<OpenRepository> {
    const found = await this.#find(cwd, signal)
    if (!('repository' in found)) {
      const why = found.reason ?? 'there is no git repository'
      throw new GitError('no-repository', `${cwd}: ${why}`)
    }
    const { repository } = found
    const objects = join(repository.commonDir, 'objects')
    return new OpenRepository(repository, await mainCheckout(repository), {
      refs: (args, more) => this.#look(repository.top, [...REFS_PREFIX, ...args], signal, more),
      plain: async (args, more = {}) =>
        run({
          ...{
            program: await this.#found(),
            args,
            cwd: repository.top,
            signal: this.#until(signal),
            ...more,
          },
          env: { ...personEnvironment(this.#env), ...more.env },
        }),
      files: (use) =>
        this.#within(repository, repository.top, signal, use, { GIT_OBJECT_DIRECTORY: objects }),
    })
  }

  /** Runs another program of the user that speaks to a server: `gh` or `glab`. Undefined if it is not installed. */
  async other(
    name: 'gh' | 'glab',
    args: readonly string[],
    { cwd, server, input = '' }: { cwd: string; server: string; input?: string },
  ): Promise<Answer | undefined> {
    const program = await findProgram([name], this.#env)
    if (program === undefined) return undefined
    const { GIT_LITERAL_PATHSPECS: _, ...env } = serverEnvironment(server, this.#env)
    return run({ program, args, cwd, env, input, timeoutMs: OTHER_TIMEOUT, signal: this.#closing.signal })
  }

  /** Ends the processes that still run. */
  close(): void {
    this.#closing.abort()
  }

  #within<T>(
    repository: Repository,
    cwd: string,
    signal: AbortSignal | undefined,
    use: (git: SafeGit, folder: string) => Promise<T>,
    more: NodeJS.ProcessEnv = {},
  ): Promise<T> {
    return inPrivateFolder(repository, this.#scratch, async (folder) => {
      const env = {
        ...gitEnvironment(this.#env),
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: devNull,
        GIT_DIR: folder,
        GIT_WORK_TREE: repository.top,
        ...more,
      }
      const program = await this.#found()
      const git: SafeGit = (args, { env: added, ...more } = {}) =>
        run({ program, args, cwd, env: { ...env, ...added }, signal: this.#until(signal), ...more })
      await checkNames(git, repository.top)
      return use(git, folder)
    })
  }

  async #find(cwd: string, signal?: AbortSignal): Promise<Found> {
    const found = await findRepository(cwd, (args) => this.#look(cwd, args, signal))
    const roots = this.#roots
    if (!('repository' in found) || roots === undefined) return found
    for (const folder of [found.repository.gitDir, found.repository.commonDir]) {
      const real = await realpath(folder)
      if (!roots.some((root) => isWithin(real, root)))
        return { reason: 'its data lies outside the folders that this host may use' }
    }
    return found
  }

  async #look(
    cwd: string,
    args: readonly string[],
    signal?: AbortSignal,
    { env: added, ...more }: More = {},
  ): Promise<Answer> {
    const env = { ...gitEnvironment(this.#env), ...added }
    return run({
      ...{ program: await this.#found(), args, cwd, env },
      ...{ timeoutMs: FIND_TIMEOUT, maxBytes: 4 * 1024 * 1024, signal: this.#until(signal) },
      ...more,
    })
  }

  /** A failure is not cached: git may be installed meanwhile. */
  #found(): Promise<string> {
    this.#program ??= this.#check().catch((error) => {
      this.#program = undefined
      throw error
    })
    return this.#program
  }

  async #check(): Promise<string> {
    const program = await findGit(this.#env)
    const env = gitEnvironment(this.#env)
    const { stdout } = await run({ program, args: ['version'], cwd: tmpdir(), env, timeoutMs: FIND_TIMEOUT })
    checkVersion(stdout)
    return program
  }

  #until(signal: AbortSignal | undefined): AbortSignal {
    return signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal
  }
}
