/**
 * Makes a worktree of this node in which everything is as in a snapshot of another one: the commit that the folder was at, and its files
 * on top, also those that were not committed. Nobody's own checkout is touched.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Worktree } from '../../api/work.ts'
import { readBundle } from '../../host/git/bundle.ts'
import { addWorktree } from '../../host/git/linked-worktree.ts'
import type { OpenRepository } from '../../host/git/open-repository.ts'
import { branchCommit, commitOf, deleteRef, setRef } from '../../host/git/refs.ts'
import { restoreOver } from '../../host/git/snapshot.ts'
import type { Host } from '../../host/host.ts'
import type { SessionRow } from '../../host/journal/store.ts'
import { snapshotRef } from '../snapshots/git-snapshot.ts'
import type { GitSnapshot } from '../snapshots/manifest.ts'

export interface RestoreRequest {
  readonly session: string
  readonly title: string
  readonly repository: OpenRepository
  readonly git: GitSnapshot
  /** The commits. */
  readonly bytes: Uint8Array
  /** A folder of the host for files of a moment. */
  readonly scratch: string
}
export interface RestoredWork {
  readonly worktree: Worktree
  readonly cwd: string
  /** What a person should know, such as submodules that are not here. */
  readonly notes: readonly string[]
  /** Called once the session is stored, or is not to be. */
  release(): void
  /** Removes it: the session is not to be. */
  undo(): Promise<void>
}

const OWN_BRANCH = /^fairlead\//

export async function restoreWork(host: Host, request: RestoreRequest): Promise<RestoredWork> {
  const { session, title, repository, git } = request
  await addCommits(request)
  await setRef(repository.refs, snapshotRef(session), git.commit)
  const text =
    git.branch !== undefined && OWN_BRANCH.test(git.branch) ? git.branch.replace(OWN_BRANCH, '') : title
  const cwd = repository.checkout
  const { worktrees } = host.work
  const { worktree: planned, release } = await worktrees.plan({ cwd, asked: { base: git.head }, text })
  const undo = async () => {
    release()
    await worktrees.undo({ extra: { worktree: planned } } as unknown as SessionRow).catch(() => {})
    await deleteRef(repository.refs, snapshotRef(session), git.commit).catch(() => {})
  }
  try {
    worktrees.ends.remember(planned)
    const notes = await addWorktree(host.git, planned)
    await restoreOver(await host.git.open(planned.path), git.commit)
    const folder = join(planned.path, git.inside)
    await mkdir(folder, { recursive: true })
    const worktree = { ...planned, ...(await beginning(repository, git)), status: 'created' as const }
    return { worktree, cwd: folder, notes, release, undo }
  } catch (error) {
    await undo()
    throw error
  }
}

async function addCommits({ repository, bytes, scratch }: RestoreRequest): Promise<void> {
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(scratch, 'work-'))
  try {
    const file = join(folder, 'bundle')
    await writeFile(file, bytes, { mode: 0o600 })
    await readBundle(repository, file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Where the work of the session began, as far as this repository knows it. */
async function beginning(
  { refs }: OpenRepository,
  { base, baseBranch, branch }: GitSnapshot,
): Promise<Pick<Worktree, 'base' | 'baseBranch'> | Pick<Worktree, 'baseBranch'>> {
  const into = baseBranch ?? (base === undefined ? branch : undefined)
  const isHere = into !== undefined && (await branchCommit(refs, into)) !== undefined
  const known = base !== undefined && (await commitOf(refs, base)) === base ? { base } : {}
  return { ...known, ...(isHere && { baseBranch: into }) }
}
