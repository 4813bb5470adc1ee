/**
 * All that the host asks git. The host makes one and closes it; nothing else in the host starts git.
 *
 * A repository's settings are written by whoever works in it, and git runs programs by them while it only reads: filters
 * and textconv for the content of files, fsmonitor for the index, hooks when the index is refreshed, remote helpers for
 * objects that are missing, and the settings of each submodule in turn. To switch them off by name would leave a moment
 * between reading the names and running git, in which others can be written. So git never reads those settings here: it
 * runs with a private folder in place of `.git` (`private-folder.ts`) that has the repository's data and the host's
 * settings. An attribute such as `filter=x` then names a driver that is not defined, and git passes the file as it is.
 * Neither does it read those of the user or the system, nor run anything in a submodule, whose commit is compared and
 * whose files are not. Objects and the index of the repository are never written.
 *
 * Only two calls look at the repository itself (`repository.ts`): where it is, and at which commit.
 */
import { rmSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import type { Changes } from '../../api/resources.ts'
import { isWithin } from '../folders/roots.ts'
import { changesIn } from './changes.ts'
import { GitError } from './error.ts'
import { inPrivateFolder } from './private-folder.ts'
import { checkVersion, findGit, gitEnvironment } from './program.ts'
import { type Found, findRepository, headOf, type Repository } from './repository.ts'
import { type Answer, run } from './run.ts'
import { expectOk, type SafeGit } from './safe-git.ts'

/** Git opens whatever an index names, and an index can name anything. */
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

/** Looking for a repository takes no time, unless someone made it so. */
const FIND_TIMEOUT = 5_000
/** The tree without anything, for a repository without a commit. */
const EMPTY_TREES = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
} as const

export interface GitOptions {
  /** A folder for short-lived files that nobody else writes to. */
  readonly scratch?: string
  readonly env?: NodeJS.ProcessEnv
  /** Real folders that a repository's own data must lie in: a file `.git` can name any other. */
  readonly roots?: readonly string[]
}

export class Git {
  readonly #scratch: string
  readonly #env: NodeJS.ProcessEnv
  readonly #roots: readonly string[] | undefined
  readonly #closing = new AbortController()
  #program: Promise<string> | undefined

  constructor({ scratch, env = process.env, roots }: GitOptions = {}) {
    this.#env = env
    this.#roots = roots
    if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true })
    this.#scratch = scratch ?? tmpdir()
  }

  /** The commit that a folder is at, or the empty tree before the first; undefined where git has nothing to say. */
  async base(cwd: string): Promise<string | undefined> {
    try {
      const found = await this.#find(cwd)
      if (!('repository' in found)) return undefined
      return (await headOf((args) => this.#look(cwd, args))) ?? EMPTY_TREES[found.repository.objectFormat]
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
      return found.reason === undefined ? none : { ...none, note: `Git cannot be asked: ${found.reason}` }
    const { repository } = found
    return this.#within(repository, cwd, signal, (git) => changesIn(git, { cwd, base, top: repository.top }))
  }

  /** Names of files that are in the repository or could be added; undefined where there is no repository. */
  async files(cwd: string, signal?: AbortSignal): Promise<string[] | undefined> {
    const found = await this.#find(cwd, signal)
    if (!('repository' in found)) return undefined
    return this.#within(found.repository, cwd, signal, async (git) => {
      const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', '.']
      return (await expectOk(git, args)).stdout.split('\0').filter(Boolean)
    })
  }

  /** Stops what still runs. */
  close(): void {
    this.#closing.abort()
  }

  #within<T>(
    repository: Repository,
    cwd: string,
    signal: AbortSignal | undefined,
    use: (git: SafeGit) => Promise<T>,
  ): Promise<T> {
    return inPrivateFolder(repository, this.#scratch, async (folder) => {
      const env = {
        ...gitEnvironment(this.#env),
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: devNull,
        GIT_DIR: folder,
        GIT_WORK_TREE: repository.top,
      }
      const program = await this.#found()
      const git: SafeGit = (args, more = {}) =>
        run({ program, args, cwd, env, signal: this.#until(signal), ...more })
      await checkNames(git, repository.top)
      return use(git)
    })
  }

  async #find(cwd: string, signal?: AbortSignal): Promise<Found> {
    const found = await findRepository(cwd, (args) => this.#look(cwd, args, signal))
    const roots = this.#roots
    if (!('repository' in found) || roots === undefined) return found
    for (const folder of [found.repository.gitDir, found.repository.commonDir]) {
      const real = await realpath(folder)
      if (!roots.some((root) => isWithin(real, root)))
        return { reason: 'its data lie outside of the folders that this host may use' }
    }
    return found
  }

  async #look(cwd: string, args: readonly string[], signal?: AbortSignal): Promise<Answer> {
    const env = gitEnvironment(this.#env)
    return run({
      ...{ program: await this.#found(), args, cwd, env },
      ...{ timeoutMs: FIND_TIMEOUT, maxBytes: 4 * 1024 * 1024, signal: this.#until(signal) },
    })
  }

  /** Looked for again after it was not found: it may be installed meanwhile. */
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
