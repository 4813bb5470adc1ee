/** Merging a session's branch: the preview, and the merge itself. */
import { ApiError } from '../../api/errors.ts'
import type { MergeKind, MergePreview, Worktree, WorktreeStatus } from '../../api/work.ts'
import { advanceBranch } from '../git/advance.ts'
import type { Git } from '../git/git.ts'
import { identityOf } from '../git/identity.ts'
import { type MergeOutcome, mergeCommits } from '../git/merge.ts'
import type { OpenRepository } from '../git/open-repository.ts'
import { aheadBehind, branchCommit, commitOf, currentBranch } from '../git/refs.ts'
import { expectOk } from '../git/run.ts'
import type { CommitExtras } from '../journal/journal.ts'
import type { HostSession } from '../sessions/host-session.ts'
import { withIntent } from './intent.ts'
import { openWorktree, worktreeOf } from './worktree.ts'

const MAX_COMMITS = 1000

export interface MergeAsk {
  readonly how: MergeKind
  readonly into?: string | undefined
  readonly message?: string | undefined
  readonly expected?: MergePreview['expected'] | undefined
}

/** Throws if the session has no worktree that can be worked with. */
export function usableWorktree({ row }: Pick<HostSession, 'row'>): Worktree {
  const worktree = worktreeOf(row)
  if (!worktree) throw new ApiError('not-possible', 'the session has no worktree of its own')
  if (worktree.status === 'ended') throw new ApiError('gone', `the worktree ${worktree.path} was removed`)
  if (worktree.status === 'planned') throw new ApiError('conflict', 'the worktree is being created')
  return worktree
}

export async function statusOf(git: Git, session: HostSession): Promise<WorktreeStatus> {
  const worktree = usableWorktree(session)
  const { refs } = await openWorktree(git, worktree)
  const head = await commitOf(refs, 'HEAD')
  if (head === undefined) throw new ApiError('not-possible', `${worktree.path} is at no commit`)
  const { baseBranch } = worktree
  const base = baseBranch === undefined ? worktree.base : await branchCommit(refs, baseBranch)
  const counts = base === undefined ? {} : await aheadBehind(refs, base, head)
  return { worktree, head, ...counts, uncommitted: await uncommittedIn(git, worktree.path, head) }
}

export async function previewOf(git: Git, session: HostSession, ask: MergeAsk): Promise<MergePreview> {
  const { repository, into, expected, outcome, worktree } = await computed(git, session, ask)
  const { from } = expected
  const [commits, files, uncommitted] = await Promise.all([
    commitsBetween(repository, expected.into, from),
    'commit' in outcome ? filesBetween(repository, expected.into, outcome.commit) : [],
    uncommittedIn(git, worktree.path, from),
  ])
  const conflicts = 'conflicts' in outcome ? [...outcome.conflicts] : []
  const at = 'conflicts' in outcome ? outcome.at : undefined
  return {
    into,
    expected,
    commits,
    files,
    conflicts,
    ...(at !== undefined && { conflictAt: at }),
    uncommitted,
  }
}

/** `extras` is stored once the merge is done. */
export async function mergeInto(
  git: Git,
  session: HostSession,
  ask: MergeAsk,
  extras: (result: { commit: string; into: string }) => CommitExtras,
): Promise<{ commit: string; into: string }> {
  const { repository, into, expected, outcome } = await computed(git, session, ask)
  const wanted = ask.expected
  if (wanted && (wanted.from !== expected.from || wanted.into !== expected.into))
    throw new ApiError('conflict', 'a branch has moved since the preview: look again', { expected })
  if ('conflicts' in outcome)
    throw new ApiError('conflict', `both sides have changed ${outcome.conflicts.join(', ')}`, {
      conflicts: outcome.conflicts,
    })
  const move = { branch: into, from: expected.into, to: outcome.commit }
  await session.change({ extra: withIntent(session.row, { kind: 'merge', ...move }) })
  try {
    await advanceBranch(git, repository, move)
  } catch (error) {
    await session.change({ extra: withIntent(session.row, undefined) })
    throw error
  }
  const result = { commit: outcome.commit, into }
  const done = `Merged into ${into}: ${outcome.commit.slice(0, 10)}.`
  await session.change(
    { extra: withIntent(session.row, undefined) },
    [{ kind: 'notice', level: 'info', text: done, code: 'worktree' }],
    extras(result),
  )
  return result
}

interface Computed {
  readonly repository: OpenRepository
  readonly worktree: Worktree
  readonly into: string
  readonly expected: MergePreview['expected']
  readonly outcome: MergeOutcome
}

async function computed(
  git: Git,
  session: HostSession,
  { how, into: named, message }: MergeAsk,
): Promise<Computed> {
  const worktree = usableWorktree(session)
  const repository = await openWorktree(git, worktree)
  const { refs } = repository
  await checkBranch(repository, worktree)
  const into = named ?? worktree.baseBranch
  if (into === undefined)
    throw new ApiError('bad-request', 'into: the worktree began at no branch: name the branch to merge into')
  const [target, from] = [await branchCommit(refs, into), await branchCommit(refs, worktree.branch)]
  if (target === undefined) throw new ApiError('not-found', `into: there is no branch ${into}`)
  if (from === undefined) throw new ApiError('not-found', `the branch ${worktree.branch} is gone`)
  if (into === worktree.branch)
    throw new ApiError('bad-request', 'into: a branch cannot be merged into itself')
  const text = message ?? (await messageFor(repository, session, how, { target, from, worktree }))
  const identity = await identityOf(refs)
  const outcome = await mergeCommits(repository, { kind: how, into: target, from, message: text, identity })
  return { repository, worktree, into, expected: { from, into: target }, outcome }
}

/** Commits on another branch would not be merged, and nobody would notice. */
async function checkBranch({ refs }: OpenRepository, { path, branch }: Worktree): Promise<void> {
  const current = await currentBranch(refs)
  if (current === branch) return
  const place = current === undefined ? 'on no branch' : `on the branch ${current}`
  throw new ApiError('conflict', `${path} is ${place}, not on ${branch}: let the session switch back first`)
}

async function messageFor(
  repository: OpenRepository,
  { row }: HostSession,
  how: MergeKind,
  { target, from, worktree }: { target: string; from: string; worktree: Worktree },
): Promise<string> {
  if (how === 'merge') return `Merge branch '${worktree.branch}'`
  const commits = await commitsBetween(repository, target, from)
  if (commits.length === 1) return commits[0]?.subject ?? row.title
  return `${row.title}\n\n${commits
    .map(({ subject }) => `* ${subject}`)
    .reverse()
    .join('\n')}`
}

/** The latest first. */
async function commitsBetween(
  { refs }: OpenRepository,
  into: string,
  from: string,
): Promise<MergePreview['commits']> {
  const format = ['%H', '%s', '%an', '%ct'].join('%x00')
  const args = ['log', '-z', '--no-show-signature', `--max-count=${MAX_COMMITS}`, `--format=${format}`]
  const { stdout } = await expectOk(refs, [...args, `${into}..${from}`])
  const fields = stdout.split('\0')
  return Array.from({ length: Math.floor(fields.length / 4) }, (_, at) => {
    const [id = '', subject = '', author = '', seconds = ''] = fields.slice(at * 4, at * 4 + 4)
    return { id: id.trim(), subject, author, at: Number(seconds) * 1000 }
  })
}

function filesBetween({ files }: OpenRepository, into: string, to: string): Promise<MergePreview['files']> {
  return files(async (git) => {
    const args = [
      'diff-tree',
      '-r',
      '-z',
      '--numstat',
      '--no-renames',
      '--no-ext-diff',
      '--no-textconv',
      into,
      to,
    ]
    const { stdout } = await expectOk(git, args)
    const rows = stdout.split('\0').map((row) => /^(\d+|-)\t(\d+|-)\t(.+)$/s.exec(row))
    return rows.flatMap((row) => {
      if (!row) return []
      const [, added = '', removed = '', path = ''] = row
      return [{ path, added: Number(added) || 0, removed: Number(removed) || 0, isBinary: added === '-' }]
    })
  })
}

async function uncommittedIn(git: Git, path: string, head: string): Promise<string[]> {
  const { files } = await git.changes(path, head)
  return files.map((file) => file.path)
}
