/**
 * Moves a branch on, together with the folder that has it checked out. The order is: lock of the index, files, index, branch; so a
 * host that was killed can be told to do the same again, and finishes it.
 */
import { realpath, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isWithin } from '../folders/roots.ts'
import { GitError } from './error.ts'
import type { Git } from './git.ts'
import { breakIndexLock, installIndex, withIndexLock } from './install-index.ts'
import type { OpenRepository } from './open-repository.ts'
import { branchCommit, setRef, worktreesOf } from './refs.ts'
import { expectOk, type SafeGit } from './run.ts'

export interface Move {
  readonly branch: string
  readonly from: string
  readonly to: string
}
const TIMEOUT = 10 * 60_000

/** `isAgain`: an earlier host may have begun. Changes of a person in the way are refused before anything is touched. */
export async function advanceBranch(
  git: Git,
  repository: OpenRepository,
  move: Move,
  { isAgain = false } = {},
): Promise<void> {
  const { branch, from, to } = move
  const now = await branchCommit(repository.refs, branch)
  if (now === to) return
  if (now !== from) throw new GitError('failed', `the branch ${branch} has moved meanwhile: look again`)
  const place = (await worktreesOf(repository.refs)).find((it) => it.branch === branch)
  if (place) {
    const folder = await git.open(place.path)
    if (isAgain) await breakIndexLock(folder.repository)
    await withIndexLock(folder.repository, () =>
      folder.files(async (files, index) => {
        if (isAgain) await finishFiles(files, move, folder.top)
        else await moveFiles(files, move, place.path)
        await installIndex(folder.repository, index)
      }),
    )
  }
  await setRef(repository.refs, `refs/heads/${branch}`, to, from)
}

async function moveFiles(git: SafeGit, { from, to }: Move, path: string): Promise<void> {
  await git(['update-index', '-q', '--refresh'], { timeoutMs: TIMEOUT })
  const { code, stderr } = await git(['read-tree', '-m', '-u', from, to], { timeoutMs: TIMEOUT })
  if (code === 0) return
  const name = /(?:Entry|file|path) '([^']+)'/.exec(stderr)?.[1]
  throw new GitError(
    'failed',
    name === undefined
      ? `the files of ${path} cannot be updated: ${stderr.trim().split('\n')[0]}`
      : `${path} has changes of its own in ${name}: commit them or put them aside first`,
  )
}

/** Each file that the move changes is either as before or as afterwards, unless a person has changed it since. */
async function finishFiles(git: SafeGit, { from, to }: Move, top: string): Promise<void> {
  await expectOk(git, ['read-tree', '-m', '-i', from, to], { timeoutMs: TIMEOUT })
  const { stdout } = await expectOk(git, ['diff-tree', '-r', '-z', '--no-renames', from, to])
  const parts = stdout.split('\0')
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, , before = '', , letter] = (parts[at] as string).split(' ')
    const path = parts[at + 1] as string
    const { code, stdout: found } = await git(['hash-object', '--', path])
    const isBefore = code === 0 ? found.trim() === before : letter === 'A'
    if (!isBefore) continue
    if (letter === 'D') await removeFile(join(top, path), top)
    else await expectOk(git, ['checkout-index', '-f', '-u', '--', path])
  }
  await git(['update-index', '-q', '--refresh'], { timeoutMs: TIMEOUT })
}

/** Unless a link has taken the place of its folder. */
async function removeFile(path: string, top: string): Promise<void> {
  const folder = await realpath(dirname(path)).catch(() => undefined)
  if (folder !== undefined && isWithin(folder, await realpath(top))) await rm(path, { force: true })
}
