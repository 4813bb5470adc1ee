/** Work on a session's changes: stage, unstage, revert, commit and push. Each needs the repository's programs confirmed. */
import { createHash } from 'node:crypto'
import { ApiError } from '../../api/errors.ts'
import type { CommitCommand, PushCommand, RevertCommand, StageCommand } from '../../api/review.ts'
import { confirmedGit, expectDone, outputOf } from '../git/confirmed.ts'
import type { Git } from '../git/git.ts'
import type { OpenRepository } from '../git/open-repository.ts'
import { currentBranch, setRef } from '../git/refs.ts'
import type { SafeGit } from '../git/run.ts'
import { takeSnapshot } from '../git/snapshot.ts'
import { stagePatch, unstagePatch } from '../git/stage-patch.ts'
import type { ProjectSettingsStore } from '../projects/project-settings.ts'
import type { HostSession } from '../sessions/host-session.ts'
import { LOCAL_SETTINGS } from '../worktrees/local-settings.ts'
import { openFolder } from '../worktrees/worktree.ts'

export interface ReviewContext {
  readonly git: Git
  readonly projects: ProjectSettingsStore
  readonly now: () => number
}
/** Of 4,000 letters each, at most. */
const MAX_NAMES = 100
type Place = Pick<HostSession, 'id' | 'row'>

export interface Opened {
  readonly repository: OpenRepository
  /** As a person would call it. */
  readonly git: SafeGit
}

/** Any number of names, whatever they consist of. */
const FROM_INPUT = ['--pathspec-from-file=-', '--pathspec-file-nul']
const listed = (paths: readonly string[]) => ({ input: paths.join('\0') })

/** So many that a command line can hold them. */
function chunks(paths: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(paths.length / MAX_NAMES) }, (_, at) =>
    paths.slice(at * MAX_NAMES, (at + 1) * MAX_NAMES),
  )
}

/**
 * What the reflog says of a commit that the host made. Git writes it together with the commit, so that a host that was killed then
 * finds out what became of its command.
 */
function markOf(commandId: string, isAmend: boolean): string {
  const id = createHash('sha256').update(commandId).digest('hex').slice(0, 16)
  return `commit (${isAmend ? 'amend, ' : ''}fairlead ${id})`
}

/** How many of the last moves of a folder are looked at. */
const MAX_MOVES = 100

async function commitMarked(refs: SafeGit, mark: string): Promise<string | undefined> {
  const { code, stdout } = await refs([
    'reflog',
    'show',
    `--max-count=${MAX_MOVES}`,
    '--format=%H %gs',
    'HEAD',
  ])
  const found = code === 0 ? stdout.split('\n').find((line) => line.includes(` ${mark}:`)) : undefined
  return found?.slice(0, found.indexOf(' '))
}

export class Review {
  readonly #context: ReviewContext

  constructor(context: ReviewContext) {
    this.#context = context
  }

  /** Throws if programs of the repository would run that nobody has confirmed. */
  async open({ row }: Place): Promise<Opened> {
    const { git, projects } = this.#context
    const repository = await openFolder(git, row)
    const isConfirmed = (hash: string) => projects.isConfirmed(repository.checkout, hash)
    return { repository, git: await confirmedGit(git, repository, isConfirmed) }
  }

  async stage(
    session: Place,
    { paths = [], patch, unstage = false }: Pick<StageCommand, 'paths' | 'patch' | 'unstage'>,
  ): Promise<void> {
    const { repository, git } = await this.open(session)
    if (patch !== undefined) {
      await (unstage ? unstagePatch(git, patch) : stagePatch(repository, git, patch))
      return
    }
    const args = unstage ? ['reset', '--quiet'] : ['add', '--all']
    await expectDone(git, [...args, ...FROM_INPUT], listed(paths))
  }

  /** What was there before is kept under the ref that is returned. */
  async revert(
    session: Place,
    { paths = [], patch }: Pick<RevertCommand, 'paths' | 'patch'>,
  ): Promise<string> {
    const { repository, git } = await this.open(session)
    const { commit } = await takeSnapshot(repository, { message: 'before a revert' })
    const before = `refs/fairlead/${session.id}/before-${this.#context.now()}-${commit.slice(0, 8)}`
    await setRef(repository.refs, before, commit)
    if (patch !== undefined) {
      await expectDone(git, ['apply', '--reverse', '--whitespace=nowarn', '-'], { input: patch })
      return before
    }
    // The index becomes that of the last commit, then what it has is restored, and what it has not is removed.
    await expectDone(git, ['reset', '--quiet', ...FROM_INPUT], listed(paths))
    for (const some of chunks(paths)) {
      const names = await expectDone(git, ['ls-files', '-z', '--', ...some], { encoding: 'latin1' })
      const input = { input: names.stdout, encoding: 'latin1' } as const
      if (names.stdout !== '') await expectDone(git, ['restore', '--worktree', ...FROM_INPUT], input)
      await expectDone(git, ['clean', '-d', '--force', '--quiet', '--', ...some])
    }
    return before
  }

  async commit(
    session: Place,
    { message, amend = false, staged = false, commandId }: CommitCommand,
  ): Promise<{ commit: string; output: string }> {
    const { repository, git } = await this.open(session)
    const mark = commandId === undefined ? undefined : markOf(commandId, amend)
    const done = mark && (await commitMarked(repository.refs, mark))
    if (done) return { commit: done, output: '' }
    if (!staged) {
      const all = ['add', '--all', '--', '.', `:(exclude,top)${LOCAL_SETTINGS}`]
      await expectDone(git, all, { env: { GIT_LITERAL_PATHSPECS: '0' } })
    }
    if (message === undefined && !amend) throw new ApiError('bad-request', 'message: a commit needs one')
    const text = message === undefined ? ['--no-edit'] : ['--file=-']
    const answer = await expectDone(git, ['commit', ...(amend ? ['--amend'] : []), ...text], {
      ...(message !== undefined && { input: message }),
      ...(mark !== undefined && { env: { GIT_REFLOG_ACTION: mark } }),
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
