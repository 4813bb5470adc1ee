/** Work on a session's changes: stage, unstage, revert, commit and push. Each needs the repository's programs confirmed. */
import { ApiError } from '../../api/errors.ts'
import type { CommitCommand, PushCommand, RevertCommand, StageCommand } from '../../api/review.ts'
import { confirmedGit, expectDone, outputOf } from '../git/confirmed.ts'
import type { Git } from '../git/git.ts'
import type { OpenRepository } from '../git/open-repository.ts'
import { currentBranch, setRef } from '../git/refs.ts'
import type { SafeGit } from '../git/run.ts'
import { takeSnapshot } from '../git/snapshot.ts'
import type { ProjectSettingsStore } from '../projects/project-settings.ts'
import type { HostSession } from '../sessions/host-session.ts'
import { LOCAL_SETTINGS } from '../worktrees/local-settings.ts'

export interface ReviewContext {
  readonly git: Git
  readonly projects: ProjectSettingsStore
  readonly now: () => number
}
type Place = Pick<HostSession, 'id' | 'row'>

export interface Opened {
  readonly repository: OpenRepository
  /** As a person would call it. */
  readonly git: SafeGit
}

export class Review {
  readonly #context: ReviewContext

  constructor(context: ReviewContext) {
    this.#context = context
  }

  /** Throws if programs of the repository would run that nobody has confirmed. */
  async open({ row }: Place): Promise<Opened> {
    const { git, projects } = this.#context
    const repository = await git.open(row.cwd)
    const isConfirmed = (hash: string) => projects.isConfirmed(repository.checkout, hash)
    return { repository, git: await confirmedGit(repository, isConfirmed) }
  }

  async stage(
    session: Place,
    { paths, unstage = false }: Pick<StageCommand, 'paths' | 'unstage'>,
  ): Promise<void> {
    const { git } = await this.open(session)
    const args = unstage ? ['reset', '--quiet'] : ['add', '--all']
    await expectDone(git, [...args, '--', ...paths])
  }

  /** What was there before is kept under the ref that is returned. */
  async revert(
    session: Place,
    { paths = [], patch }: Pick<RevertCommand, 'paths' | 'patch'>,
  ): Promise<string> {
    const { repository, git } = await this.open(session)
    const before = `refs/fairlead/${session.id}/before-${this.#context.now()}`
    const { commit } = await takeSnapshot(repository, { message: 'before a revert' })
    await setRef(repository.refs, before, commit)
    if (patch !== undefined) {
      await expectDone(git, ['apply', '--reverse', '--whitespace=nowarn', '-'], { input: patch })
      return before
    }
    const listed = await expectDone(git, ['ls-tree', '-r', '-z', '--name-only', 'HEAD', '--', ...paths])
    const tracked = listed.stdout.split('\0').filter(Boolean)
    if (tracked.length > 0)
      await expectDone(git, ['restore', '--source=HEAD', '--staged', '--worktree', '--', ...tracked])
    // Those that git has not in the last commit: out of the index, then off the disk.
    const isTracked = (path: string) => tracked.some((it) => it === path || it.startsWith(`${path}/`))
    const added = paths.filter((path) => !isTracked(path))
    if (added.length > 0) {
      await expectDone(git, ['rm', '-r', '--cached', '--quiet', '--ignore-unmatch', '--', ...added])
      await expectDone(git, ['clean', '-d', '--force', '--quiet', '--', ...added])
    }
    return before
  }

  async commit(
    session: Place,
    { message, amend = false, staged = false }: Pick<CommitCommand, 'message' | 'amend' | 'staged'>,
  ): Promise<{ commit: string; output: string }> {
    const { repository, git } = await this.open(session)
    if (!staged) {
      const all = ['add', '--all', '--', '.', `:(exclude,top)${LOCAL_SETTINGS}`]
      await expectDone(git, all, { env: { GIT_LITERAL_PATHSPECS: '0' } })
    }
    if (message === undefined && !amend) throw new ApiError('bad-request', 'message: a commit needs one')
    const text = message === undefined ? ['--no-edit'] : ['--file=-']
    const answer = await expectDone(git, ['commit', ...(amend ? ['--amend'] : []), ...text], {
      ...(message !== undefined && { input: message }),
    })
    const commit = (await repository.refs(['rev-parse', '--verify', 'HEAD'])).stdout.trim()
    return { commit, output: outputOf(answer) }
  }

  async push(
    session: Place,
    { remote = 'origin', force = false }: Pick<PushCommand, 'remote' | 'force'>,
  ): Promise<{ remote: string; branch: string; output: string }> {
    const { repository, git } = await this.open(session)
    const branch = await currentBranch(repository.refs)
    if (branch === undefined) throw new ApiError('not-possible', 'the folder is on no branch')
    const { stdout } = await expectDone(git, ['remote'])
    if (!stdout.split('\n').includes(remote))
      throw new ApiError('not-found', `remote: the repository has no remote ${remote}`)
    const ref = `refs/heads/${branch}:refs/heads/${branch}`
    const how = force ? ['--force-with-lease'] : []
    const answer = await expectDone(git, ['push', ...how, '--set-upstream', '--', remote, ref])
    return { remote, branch, output: outputOf(answer) }
  }
}
