/** The state of a session's folder as a file: its commits, with one on top that has all files as they are. */
import { realpathSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { rootsOf, writeBundle } from '../../host/git/bundle.ts'
import { GitError } from '../../host/git/error.ts'
import type { Git } from '../../host/git/git.ts'
import { currentBranch, setRef } from '../../host/git/refs.ts'
import { remoteOf } from '../../host/git/remotes.ts'
import { takeSnapshot } from '../../host/git/snapshot.ts'
import type { HostSession } from '../../host/sessions/host-session.ts'
import { openFolder, worktreeOf } from '../../host/worktrees/worktree.ts'
import { remoteKey } from '../placement/remote-key.ts'
import type { GitSnapshot } from './manifest.ts'

/** Keeps the commits from being removed. The refs of a session go with it. */
export function snapshotRef(session: string): string {
  return `refs/fairlead/${session}/fleet`
}

type Taken =
  | { readonly found: Omit<GitSnapshot, 'file'>; readonly bytes: Uint8Array }
  | { readonly found: GitSnapshot; readonly bytes?: never }

/** Without bytes: nothing has changed since `before`. Throws a `GitError` with the reason if there can be none. */
export async function takeGitSnapshot(
  git: Git,
  session: HostSession,
  before: GitSnapshot | undefined,
): Promise<Taken> {
  const { id, row, folder } = session
  const worktree = worktreeOf(row)
  if (worktree?.status === 'ended') throw new GitError('failed', 'its worktree is no longer its own')
  const repository = await openFolder(git, row)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const cache = join(folder, 'fleet-index')
  const { commit, tree, head } = await takeSnapshot(repository, { message: 'fleet', cache })
  if (head === undefined) throw new GitError('failed', 'its repository has no commit yet')
  const branch = await currentBranch(repository.refs)
  if (before?.tree === tree && before.head === head && before.branch === branch) return { found: before }
  const ref = snapshotRef(id)
  await setRef(repository.refs, ref, commit)
  const file = join(folder, 'fleet.bundle')
  try {
    await writeBundle(repository, ref, file)
    const url = await remoteOf(repository.refs)
    const remote = url === undefined ? undefined : remoteKey(url)
    const found = {
      ...{ commit, tree, head },
      ...(branch !== undefined && { branch }),
      ...(worktree && { base: worktree.base }),
      ...(worktree?.baseBranch !== undefined && { baseBranch: worktree.baseBranch }),
      inside: relative(realpathSync(repository.top), row.cwd),
      ...(remote !== undefined && { remote }),
      roots: remote === undefined ? await rootsOf(repository) : [],
    }
    return { found, bytes: await readFile(file) }
  } finally {
    await rm(file, { force: true })
  }
}
