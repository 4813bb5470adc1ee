/**
 * The end of a worktree: its state goes into the trash, then its folder is removed, and its branch is kept or discarded. Also
 * the worktrees that no session has, and the way back from the trash.
 */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { ApiError } from '../../api/errors.ts'
import type { WorktreeList, WorktreeTrash } from '../../api/work.ts'
import type { AllowedFolders } from '../folders/allowed.ts'
import { advanceBranch } from '../git/advance.ts'
import type { Git } from '../git/git.ts'
import { addWorktree, removeWorktree } from '../git/linked-worktree.ts'
import { branchCommit, commitOf, currentBranch, deleteRef, worktreesOf } from '../git/refs.ts'
import { restoreFiles } from '../git/snapshot.ts'
import { putIntoTrash, removeFromTrash, TRASH_DAYS, type TrashEntry, trashOf } from '../git/trash.ts'
import type { CommitExtras } from '../journal/journal.ts'
import { readSetting } from '../journal/settings.ts'
import type { SessionRow, Store } from '../journal/store.ts'
import type { HostSession } from '../sessions/host-session.ts'
import { intentOf, withIntent } from './intent.ts'
import { usableWorktree } from './merge.ts'
import { worktreeOf } from './worktree.ts'

export interface EndsContext {
  readonly git: Git
  readonly store: Store
  readonly folders: AllowedFolders
  readonly sessions: () => readonly HostSession[]
  readonly now: () => number
  readonly keepRemembered: (session: HostSession) => Promise<void>
  readonly log: (level: 'info' | 'warn', message: string) => void
}

const CHECKOUTS = 'checkouts with worktrees'
const OWN = /^fairlead\//
const DAY = 24 * 60 * 60_000

export class WorktreeEnds {
  readonly #context: EndsContext

  constructor(context: EndsContext) {
    this.#context = context
  }

  /** A repository that the host creates worktrees of: it is looked through for those that no session has. */
  remember(checkout: string): void {
    const known = this.#checkouts()
    if (!known.includes(checkout)) this.#context.store.putSetting(CHECKOUTS, [...known, checkout])
  }

  /** Finishes what an earlier host had begun. */
  async start(): Promise<void> {
    for (const session of this.#context.sessions())
      await this.#finish(session).catch((error: Error) => this.#warn(session.id, error))
  }

  /** Removes old trash and reports worktrees without a session. */
  async lookAfter(): Promise<void> {
    for (const checkout of this.#checkouts())
      await this.prune(checkout).catch((error: Error) => this.#warn(checkout, error))
    const { worktrees } = await this.list()
    const orphans = worktrees.filter(({ session }) => session === undefined).length
    if (orphans > 0)
      this.#context.log('info', `worktrees without a session: ${orphans} (fairlead worktree ls)`)
  }

  /** The session stays, and cannot work there any more. */
  async end(
    session: HostSession,
    branch: 'keep' | 'discard',
    extras: (trash: string) => CommitExtras,
  ): Promise<{ trash: string }> {
    const { git, now, keepRemembered } = this.#context
    const worktree = usableWorktree(session)
    if (session.isRunning && session.isBusy)
      throw new ApiError('conflict', 'the session works: close it first, or wait for the end of its turn')
    await session.close()
    await keepRemembered(session)
    const repository = await git.open(worktree.path)
    const head = (await commitOf(repository.refs, 'HEAD')) ?? worktree.base
    const { base, baseBranch, path } = worktree
    const trash = await putIntoTrash(repository, {
      ...{ at: now(), branch: worktree.branch, base, path, head, title: session.row.title },
      ...(baseBranch !== undefined && { baseBranch }),
    })
    await session.change({ extra: withIntent(session.row, { kind: 'end', branch, head }) })
    await this.#finish(session, extras(trash))
    return { trash }
  }

  /** Those of sessions come last. */
  async list(): Promise<WorktreeList> {
    const { git, sessions } = this.#context
    const owners = new Map(sessions().flatMap(({ row }) => ownerOf(row)))
    const found = await Promise.all(
      this.#checkouts().map(async (checkout) => {
        const repository = await git.open(checkout).catch(() => undefined)
        if (!repository) return []
        return (await worktreesOf(repository.refs)).flatMap(({ path, branch, head }) => {
          if (branch === undefined || head === undefined || !OWN.test(branch)) return []
          const session = owners.get(path)
          return [{ path, checkout, branch, head, ...(session !== undefined && { session }) }]
        })
      }),
    )
    const all = found.flat()
    return { worktrees: [...all.filter((it) => !it.session), ...all.filter((it) => it.session)] }
  }

  async endOrphan(path: string, branch: 'keep' | 'discard'): Promise<{ trash: string }> {
    const { git, now } = this.#context
    const worktree = (await this.list()).worktrees.find((it) => it.path === path)
    if (!worktree) throw new ApiError('not-found', `path: the host has no worktree ${path}`)
    if (worktree.session !== undefined)
      throw new ApiError(
        'conflict',
        `path: session ${worktree.session} works there: end the worktree of that session`,
      )
    const { checkout, head } = worktree
    const trash = await putIntoTrash(await git.open(path), {
      ...{ at: now(), branch: worktree.branch, base: head, path, head },
    })
    await this.#remove({ checkout, path, branch: worktree.branch }, branch, head)
    return { trash }
  }

  async trash(): Promise<WorktreeTrash> {
    const { git } = this.#context
    const found = await Promise.all(
      this.#checkouts().map(async (checkout) => {
        const repository = await git.open(checkout).catch(() => undefined)
        return (repository ? await trashOf(repository) : []).map(({ id, branch, path, at, title }) => ({
          ...{ id, checkout, branch, path, at, until: at + TRASH_DAYS * DAY },
          ...(title !== undefined && { title }),
        }))
      }),
    )
    return { entries: found.flat().sort((a, b) => b.at - a.at) }
  }

  /** As it was: the commits on its branch, the other changes in its files. */
  async restore(checkout: string, id: string): Promise<{ path: string; branch: string }> {
    const { git, folders, sessions } = this.#context
    const { entry } = await this.#trashed(checkout, id)
    if (existsSync(entry.path)) throw new ApiError('conflict', `${entry.path} exists: move it away first`)
    let existing = entry.path
    while (!existsSync(existing)) existing = dirname(existing)
    await folders.check(existing, 'path')
    const { path, branch, head } = entry
    await addWorktree(git, { checkout, path, branch, base: head })
    await restoreFiles(await git.open(path), head, entry.commit)
    for (const session of sessions()) {
      const worktree = worktreeOf(session.row)
      if (worktree?.status !== 'ended' || worktree.path !== path) continue
      await session.change({ extra: { ...session.row.extra, worktree: { ...worktree, status: 'ready' } } })
    }
    return { path, branch }
  }

  /** Without ids, those that are older than 30 days. */
  async prune(checkout: string, ids?: readonly string[]): Promise<void> {
    const { git, now } = this.#context
    if (!this.#checkouts().includes(checkout))
      throw new ApiError('not-found', `there are no worktrees of ${checkout}`)
    const repository = await git.open(checkout)
    const isToGo = ({ id, at }: TrashEntry) => (ids ? ids.includes(id) : at < now() - TRASH_DAYS * DAY)
    for (const entry of (await trashOf(repository)).filter(isToGo)) await removeFromTrash(repository, entry)
  }

  async #finish(session: HostSession, extras: CommitExtras = {}): Promise<void> {
    const { git } = this.#context
    const [intent, worktree] = [intentOf(session.row), worktreeOf(session.row)]
    if (!intent || !worktree) return
    const { checkout } = worktree
    if (intent.kind === 'merge') {
      await advanceBranch(git, await git.open(checkout), intent, { isAgain: true })
      await session.change({ extra: withIntent(session.row, undefined) }, [], extras)
      return
    }
    await this.#remove(worktree, intent.branch, intent.head)
    const ended = { ...withIntent(session.row, undefined), worktree: { ...worktree, status: 'ended' } }
    const text = `The worktree was removed; its branch was ${intent.branch === 'keep' ? 'kept' : 'discarded'}.`
    await session.change(
      { extra: ended },
      [{ kind: 'notice', level: 'info', text, code: 'worktree' }],
      extras,
    )
  }

  async #remove(
    { checkout, path, branch }: { checkout: string; path: string; branch: string },
    what: 'keep' | 'discard',
    head: string,
  ): Promise<void> {
    const { git } = this.#context
    const { refs } = await git.open(checkout)
    const isNoted = (await worktreesOf(refs)).some((it) => it.path === path)
    if (isNoted) await removeWorktree(git, { checkout, path })
    const isIn = (await currentBranch(refs)) === branch
    if (what === 'discard' && !isIn && (await branchCommit(refs, branch)) === head)
      await deleteRef(refs, `refs/heads/${branch}`, head)
  }

  async #trashed(checkout: string, id: string) {
    const { git } = this.#context
    const isKnown = this.#checkouts().includes(checkout)
    const entries = isKnown ? await trashOf(await git.open(checkout)) : []
    const entry = entries.find((it) => it.id === id)
    if (!entry) throw new ApiError('not-found', `there is nothing ${id} in the trash of ${checkout}`)
    return { entry }
  }

  #checkouts(): readonly string[] {
    const { store, log } = this.#context
    return readSetting(store, CHECKOUTS, z.array(z.string()), (it) => log('warn', it)) ?? []
  }

  #warn(of: string, { message }: Error): void {
    this.#context.log('warn', `worktrees of ${of}: ${message}`)
  }
}

function ownerOf(row: SessionRow): [string, string][] {
  const worktree = worktreeOf(row)
  return worktree && worktree.status !== 'ended' ? [[worktree.path, row.id]] : []
}
