/** What a person reviews: the files that changed in a scope, and one of them. Nothing of the repository runs, and nothing is written. */
import { join } from 'node:path'
import { ApiError } from '../../api/errors.ts'
import type { FileView } from '../../api/resources.ts'
import type { ReviewFiles as Listed, ReviewDiff, ReviewScope } from '../../api/review-files.ts'
import type { Checkpoints } from '../checkpoints/checkpoints.ts'
import type { Done } from '../checkpoints/done.ts'
import { readFile } from '../folders/browse.ts'
import { GitError } from '../git/error.ts'
import { changedFiles, diffOfFile, fileInCommit, type Range } from '../git/file-changes.ts'
import type { Git } from '../git/git.ts'
import type { OpenRepository } from '../git/open-repository.ts'
import { commitOf } from '../git/refs.ts'
import { EMPTY_TREES } from '../git/repository.ts'
import type { HostSession } from '../sessions/host-session.ts'
import { worktreeOf } from '../worktrees/worktree.ts'
import type { Attribution } from './attribution.ts'

export class ReviewFiles {
  readonly #git: Git
  readonly #checkpoints: Checkpoints
  readonly #attribution: Attribution

  constructor(git: Git, checkpoints: Checkpoints, attribution: Attribution) {
    this.#git = git
    this.#checkpoints = checkpoints
    this.#attribution = attribution
  }

  /** `isQuick`: lines that take long to count are left for the next call. */
  async list(
    session: HostSession,
    scope: ReviewScope,
    { isQuick = false, signal }: { isQuick?: boolean; signal?: AbortSignal | undefined } = {},
  ): Promise<Listed> {
    if (worktreeOf(session.row)?.status === 'ended')
      return { isRepository: false, files: [], note: 'The worktree of this session was removed.' }
    let repository: OpenRepository
    try {
      repository = await this.#git.open(session.row.cwd, signal)
    } catch (error) {
      if (error instanceof GitError && error.code === 'no-repository')
        return { isRepository: false, files: [], note: error.message }
      throw error
    }
    const range = await this.#range(session, repository, scope)
    const isLast = scope.scope === 'uncommitted'
    const { files, ...rest } = await changedFiles(repository, range, { isLast, isQuick })
    const owner = this.#attribution.ownerOf(session, repository.top, range.done)
    return {
      ...{ isRepository: true, top: repository.top, base: range.from, ...rest },
      files: files.map((it) => ({ ...it, by: owner(it.path, it.from) })),
    }
  }

  async diff(
    session: HostSession,
    scope: ReviewScope,
    file: { path: string; from?: string | undefined },
  ): Promise<ReviewDiff> {
    const repository = await this.#git.open(session.row.cwd)
    return diffOfFile(repository, await this.#range(session, repository, scope), file)
  }

  async read(
    session: HostSession,
    scope: ReviewScope,
    { path, side }: { path: string; side: 'old' | 'new' },
  ): Promise<FileView> {
    const repository = await this.#git.open(session.row.cwd)
    const { from, to } = await this.#range(session, repository, scope)
    const commit = side === 'old' ? from : to
    if (commit === undefined) return readFile(join(repository.top, path), [repository.top])
    return fileInCommit(repository, commit, path)
  }

  async #range(
    session: HostSession,
    repository: OpenRepository,
    { scope, turn, since }: ReviewScope,
  ): Promise<Range & { done?: Done }> {
    if (scope === 'turn') {
      const { from, ...rest } = await this.#checkpoints.turn(session, repository, { turn, since })
      return { ...rest, from: from ?? (await this.#base(session, repository)) }
    }
    if (scope === 'uncommitted') {
      const head = await commitOf(repository.refs, 'HEAD')
      return { from: head ?? EMPTY_TREES[repository.repository.objectFormat] }
    }
    if (since !== undefined && since !== 'base')
      return { ...(await this.#checkpoints.since(session, repository, since)), isRaw: true }
    return { from: await this.#base(session, repository) }
  }

  async #base(session: HostSession, repository: OpenRepository): Promise<string> {
    const worktree = worktreeOf(session.row)
    const base = worktree
      ? ((await mergeBase(repository, worktree.baseBranch)) ?? worktree.base)
      : session.row.gitBase
    if (base === undefined)
      throw new ApiError('not-possible', 'the folder was in no repository when the session began')
    return base
  }
}

/** Where the folder's branch left the one that it began at; undefined where that one is gone. */
async function mergeBase({ refs }: OpenRepository, branch: string | undefined): Promise<string | undefined> {
  if (branch === undefined) return undefined
  const { code, stdout } = await refs(['merge-base', '--end-of-options', `refs/heads/${branch}`, 'HEAD'])
  const id = stdout.trim()
  return code === 0 && /^[0-9a-f]{40,64}$/.test(id) ? id : undefined
}
