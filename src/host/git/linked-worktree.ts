/**
 * Linked worktrees, without hooks, filters or anything fetched: files under a filter, such as those of git-lfs, are pointers.
 * `addWorktree` can be repeated after it was interrupted at any point, and then finishes what it had begun.
 */
import { readdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isWithin } from '../folders/roots.ts'
import { GitError } from './error.ts'
import type { Git } from './git.ts'
import { submodulesIn } from './inner-repositories.ts'
import { breakIndexLock, installIndex, withIndexLock } from './install-index.ts'
import type { OpenRepository } from './open-repository.ts'
import { branchCommit, commitOf, currentBranch } from './refs.ts'
import { expectOk } from './run.ts'

export interface NewWorktree {
  readonly checkout: string
  readonly path: string
  readonly branch: string
  /** The commit to begin at. */
  readonly base: string
}
/** Writing many files takes long. */
const FILL_TIMEOUT = 30 * 60_000
const ADD_TIMEOUT = 60_000

/** Returns what a person should know, such as submodules that are not here. */
export async function addWorktree(git: Git, worktree: NewWorktree): Promise<string[]> {
  const { checkout, path, branch, base } = worktree
  const main = await git.open(checkout)
  if (!(await isAt(git, main, worktree))) {
    const existing = await branchCommit(main.refs, branch)
    if (existing !== undefined && existing !== base)
      throw new GitError('failed', `the branch ${branch} exists already and has other commits`)
    await checkEmpty(path)
    const what =
      existing === undefined ? ['--no-track', '-b', branch, '--', path, base] : ['--', path, branch]
    // Forced, because git may have noted the folder before it was interrupted.
    await expectOk(main.refs, ['worktree', 'add', '--force', '--no-checkout', ...what], {
      timeoutMs: ADD_TIMEOUT,
    })
  }
  const created = await git.open(path)
  await fill(created, base)
  return fillSubmodules(git, checkout, created)
}

/** Removes the folder, whatever is in it. The branch stays. */
export async function removeWorktree(
  git: Git,
  { checkout, path }: Omit<NewWorktree, 'base' | 'branch'>,
): Promise<void> {
  const main = await git.open(checkout)
  const found = await git.open(path).catch(() => undefined)
  if (found?.repository.commonDir === main.repository.commonDir && found.top === path)
    // One that was cloned anew lies in the git folder of the worktree, and goes with it.
    for (const { path: inner } of await submodulesIn(found))
      if (await sharedSubmodule(git, { checkout, path, inner }))
        await removeWorktree(git, { checkout: join(checkout, inner), path: join(path, inner) })
  await expectOk(main.refs, ['worktree', 'remove', '--force', '--force', '--', path], {
    timeoutMs: FILL_TIMEOUT,
  })
}

/** Whether the folder is this worktree, with whatever in it. */
async function isAt(git: Git, main: OpenRepository, { path, branch }: NewWorktree): Promise<boolean> {
  const found = await git.open(path).catch(() => undefined)
  if (found?.top !== path || found.repository.commonDir !== main.repository.commonDir) return false
  if ((await currentBranch(found.refs)) !== branch)
    throw new GitError('failed', `${path} exists already and is on another branch`)
  return true
}

async function checkEmpty(path: string): Promise<void> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new GitError('failed', `${path} cannot be used: ${error.message}`)
  })
  if (names.length > 0) throw new GitError('failed', `${path} exists already and is not empty`)
}

/** Makes the files and the index those of a commit. */
export async function fill(worktree: OpenRepository, commit: string): Promise<void> {
  await breakIndexLock(worktree.repository)
  await withIndexLock(worktree.repository, () =>
    worktree.files(async (git, folder) => {
      await expectOk(git, ['read-tree', '--reset', '-u', commit], { timeoutMs: FILL_TIMEOUT })
      await installIndex(worktree.repository, folder)
    }),
  )
}

/** Each submodule becomes a worktree of the one in the main checkout: nothing is fetched. */
async function fillSubmodules(git: Git, checkout: string, worktree: OpenRepository): Promise<string[]> {
  const notes: string[] = []
  for (const { path, commit } of await submodulesIn(worktree)) {
    const [source, target] = [join(checkout, path), join(worktree.top, path)]
    const module = await git.open(source).catch(() => undefined)
    const isHere = module?.top === source && (await commitOf(module.refs, commit)) === commit
    if (!module || !isHere) {
      notes.push(
        `The submodule ${path} is empty: its commit ${commit.slice(0, 10)} is not in the main checkout.`,
      )
      continue
    }
    if (!(await isInside(target, worktree.top))) {
      notes.push(`The submodule ${path} is empty: a link in its path leads out of the worktree.`)
      continue
    }
    const existing = await git.open(target).catch(() => undefined)
    if (existing?.top !== target) {
      const args = ['worktree', 'add', '--force', '--no-checkout', '--detach', '--', target, commit]
      await expectOk(module.refs, args, { timeoutMs: ADD_TIMEOUT })
    }
    const added = await git.open(target)
    await fill(added, commit)
    notes.push(...(await fillSubmodules(git, source, added)))
  }
  return notes
}

async function isInside(path: string, top: string): Promise<boolean> {
  const folder = await realpath(dirname(path)).catch(() => undefined)
  return folder !== undefined && isWithin(folder, await realpath(top))
}

/** The submodule in a worktree, and the one in the main checkout that it is a worktree of. Undefined if it is not. */
export async function sharedSubmodule(
  git: Git,
  { checkout, path, inner }: { checkout: string; path: string; inner: string },
): Promise<{ module: OpenRepository; found: OpenRepository } | undefined> {
  const [source, target] = [join(checkout, inner), join(path, inner)]
  const [module, found] = await Promise.all([source, target].map((it) => git.open(it).catch(() => undefined)))
  if (module?.top !== source || found?.top !== target) return undefined
  return module.repository.commonDir === found.repository.commonDir ? { module, found } : undefined
}
