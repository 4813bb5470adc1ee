/**
 * Moves a branch on, together with the folder that has it checked out. The order is: lock of the index, files, index, branch; so a
 * host that was killed can be told to do the same again, and finishes it.
 */
import { lstat, readdir, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isWithin } from '../folders/roots.ts'
import { GitError } from './error.ts'
import type { Git } from './git.ts'
import { breakIndexLock, installIndex, withIndexLock } from './install-index.ts'
import type { OpenRepository } from './open-repository.ts'
import { openPlainFile } from './plain-file.ts'
import { branchCommit, setRef, worktreesOf } from './refs.ts'
import { expectOk, type SafeGit } from './run.ts'

export interface Move {
  readonly branch: string
  readonly from: string
  readonly to: string
}
const TIMEOUT = 10 * 60_000
const MAX_NAME = 10_000

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
  const busy = await rebasing(repository, branch)
  if (busy) throw new GitError('failed', `the branch ${branch} is being rebased or bisected in ${busy}`)
  const place = (await worktreesOf(repository.refs)).find((it) => it.branch === branch)
  if (place) {
    const folder = await git.open(place.path)
    if (isAgain) await breakIndexLock(folder.repository)
    await withIndexLock(folder.repository, () =>
      folder.files(async (files, index) => {
        if (isAgain) await finishFiles(files, move, folder.top)
        else await moveFiles(files, move, folder.top)
        await installIndex(folder.repository, index)
      }),
    )
  }
  await setRef(repository.refs, `refs/heads/${branch}`, to, from)
}

async function moveFiles(git: SafeGit, move: Move, top: string): Promise<void> {
  const { from, to } = move
  const inTheWay = await firstInTheWay(git, move, top)
  if (inTheWay !== undefined) throw hasOwnChanges(top, inTheWay)
  await git(['update-index', '-q', '--refresh'], { timeoutMs: TIMEOUT })
  const { code, stderr } = await git(['read-tree', '-m', '-u', from, to], { timeoutMs: TIMEOUT })
  if (code === 0) return
  const name = /(?:Entry|file|path) '([^']+)'/.exec(stderr)?.[1]
  if (name !== undefined && !/unable to|cannot|could not/.test(stderr)) throw hasOwnChanges(top, name)
  // Some files may have been written before one could not be.
  await finishFiles(git, { ...move, from: to, to: from }, top).catch(() => {})
  throw new GitError('failed', `the files of ${top} cannot be updated: ${stderr.trim().split('\n')[0]}`)
}

function hasOwnChanges(top: string, name: string): GitError {
  return new GitError(
    'failed',
    `${top} has changes of its own in ${name}: commit them or put them aside first`,
  )
}

/** A file that git ignores, which it would overwrite. */
async function firstInTheWay(git: SafeGit, move: Move, top: string): Promise<string | undefined> {
  for (const { path, after } of (await changedFiles(git, move)).filter(({ letter }) => letter === 'A')) {
    const found = await lstat(absolute(top, Buffer.from(path, 'latin1'))).catch(() => undefined)
    if (found === undefined || found.isDirectory()) continue
    const name = Buffer.from(path, 'latin1').toString()
    const args = ['ls-files', '--others', '--ignored', '--exclude-standard', '-z', '--', name]
    const { stdout } = await expectOk(git, args)
    if (stdout !== '' && (await hashOf(git, path, top)) !== after) return name
  }
  return undefined
}

interface ChangedFile {
  /** Every byte of the name is a character. */
  readonly path: string
  readonly letter: string
  readonly before: string
  readonly after: string
}

async function changedFiles(git: SafeGit, { from, to }: Pick<Move, 'from' | 'to'>): Promise<ChangedFile[]> {
  const args = ['diff-tree', '-r', '-z', '--no-renames', from, to]
  const parts = (await expectOk(git, args, { encoding: 'latin1' })).stdout.split('\0')
  return Array.from({ length: Math.floor(parts.length / 2) }, (_, at) => {
    const [, , before = '', after = '', letter = ''] = (parts[2 * at] as string).split(' ')
    return { path: parts[2 * at + 1] as string, letter, before, after }
  })
}

/** As git would store the file; undefined if there is none. */
async function hashOf(git: SafeGit, path: string, top: string): Promise<string | undefined> {
  const name = Buffer.from(path, 'latin1')
  const link = await readlink(absolute(top, name), 'latin1').catch(() => undefined)
  if (link !== undefined)
    return (await git(['hash-object', '--stdin'], { input: link, encoding: 'latin1' })).stdout.trim()
  // Git takes a name per line here, quoted where that is needed.
  const quoted = `"${Array.from(name, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"\n`
  const { code, stdout } = await git(['hash-object', '--stdin-paths'], { input: quoted })
  return code === 0 ? stdout.trim() : undefined
}

/** Each file that the move changes is either as before or as afterwards, unless a person has changed it since. */
async function finishFiles(git: SafeGit, move: Move, top: string): Promise<void> {
  await expectOk(git, ['read-tree', '-m', '-i', move.from, move.to], { timeoutMs: TIMEOUT })
  for (const { path, letter, before } of await changedFiles(git, move)) {
    const found = await hashOf(git, path, top)
    const isBefore = found === undefined ? letter === 'A' : found === before
    if (!isBefore) continue
    const checkout = ['checkout-index', '-f', '-u', '-z', '--stdin']
    if (letter === 'D') await removeFile(Buffer.from(path, 'latin1'), top)
    else await expectOk(git, checkout, { input: `${path}\0`, encoding: 'latin1' })
  }
  await git(['update-index', '-q', '--refresh'], { timeoutMs: TIMEOUT })
}

const absolute = (top: string, name: Buffer) => Buffer.concat([Buffer.from(`${top}/`), name])

/** Unless a link has taken the place of its folder. */
async function removeFile(name: Buffer, top: string): Promise<void> {
  const path = absolute(top, name)
  const parent = path.subarray(0, path.lastIndexOf('/'))
  const folder = await realpath(parent, 'buffer').catch(() => undefined)
  if (folder && isWithin(folder.toString('latin1'), (await realpath(top, 'buffer')).toString('latin1')))
    await rm(path, { force: true })
}

/** The git folder of a worktree in which a rebase or a bisection will set the branch when it ends. */
async function rebasing({ repository }: OpenRepository, branch: string): Promise<string | undefined> {
  const linked = join(repository.commonDir, 'worktrees')
  const names = await readdir(linked).catch(() => [])
  for (const folder of [repository.commonDir, ...names.map((name) => join(linked, name))])
    for (const name of ['rebase-merge/head-name', 'rebase-apply/head-name', 'BISECT_START']) {
      const file = await openPlainFile(join(folder, name), MAX_NAME)
      const said = (await file?.readFile('utf8'))?.trim()
      await file?.close()
      if (said === `refs/heads/${branch}` || said === branch) return folder
    }
  return undefined
}
