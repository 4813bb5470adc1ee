/**
 * The end of a worktree: its state goes into the trash, then its folder is removed, and its branch is kept or discarded. Also
 * the worktrees that no session has, and the way back from the trash.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { ApiError } from '../../api/errors.ts'
import type { WorktreeList, WorktreeTrash } from '../../api/work.ts'
import type { AllowedFolders } from '../folders/allowed.ts'
import { isWithin } from '../folders/roots.ts'
import { advanceBranch } from '../git/advance.ts'
import type { Git } from '../git/git.ts'
import { addWorktree, removeWorktree } from '../git/linked-worktree.ts'
import {
  branchCommit,
  checkBranchName,
  commitOf,
  currentBranch,
  deleteRef,
  worktreesOf,
} from '../git/refs.ts'
import { restoreOver } from '../git/snapshot.ts'
import {
  putBranchIntoTrash,
  putIntoTrash,
  removeFromTrash,
  restoreSubmodules,
  TRASH_DAYS,
  type TrashEntry,
  type Trashed,
  trashOf,
} from '../git/trash.ts'
import type { CommitExtras } from '../journal/journal.ts'
import { readSetting } from '../journal/settings.ts'
import type { SessionRow, Store } from '../journal/store.ts'
import type { ProjectSettingsStore } from '../projects/project-settings.ts'
import type { HostSession } from '../sessions/host-session.ts'
import { intentOf, withIntent } from './intent.ts'
import { usableWorktree } from './merge.ts'
import { parentFor } from './plan.ts'
import { openWorktree, worktreeOf } from './worktree.ts'

export interface EndsContext {
  readonly git: Git
  readonly store: Store
  readonly folders: AllowedFolders
  readonly projects: ProjectSettingsStore
  /** The host's data folder. */
  readonly dataFolder: string
  readonly sessions: () => readonly HostSession[]
  readonly now: () => number
  readonly keepRemembered: (session: HostSession) => Promise<void>
  readonly leave: (folder: string) => Promise<void>
  readonly log: (level: 'info' | 'warn', message: string) => void
}

const CHECKOUTS = 'checkouts with worktrees'
const CREATED = 'created worktrees'
const MAX_NAMES = 1000
const OWN = /^fairlead\//
const DAY = 24 * 60 * 60_000

export class WorktreeEnds {
  readonly #context: EndsContext

  constructor(context: EndsContext) {
    this.#context = context
  }

  /** A repository that the host creates worktrees of: it is looked through for those that no session has. */
  remember({ checkout, path, branch }: { checkout: string; path: string; branch: string }): void {
    const { store } = this.#context
    const known = this.#checkouts()
    if (!known.includes(checkout)) store.putSetting(CHECKOUTS, [...known, checkout])
    const created = this.#created()
    if (created[path] !== branch) store.putSetting(CREATED, { ...created, [path]: branch })
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
    const { now, keepRemembered } = this.#context
    const worktree = usableWorktree(session)
    if (session.isRunning && session.isBusy)
      throw new ApiError('conflict', 'the session works: close it first, or wait for the end of its turn')
    this.#checkNobodyElse(worktree.path, session.id)
    await session.close()
    await keepRemembered(session)
    const { base, baseBranch } = worktree
    const { trash, head } = await this.#keep(worktree, {
      ...{ at: now(), base, title: session.row.title },
      ...(baseBranch !== undefined && { baseBranch }),
    })
    await session.change({ extra: withIntent(session.row, { kind: 'end', branch, head }) })
    await this.#finish(session, extras(trash))
    return { trash }
  }

  /** Those of sessions come last. */
  async list(): Promise<WorktreeList> {
    const { git, sessions } = this.#context
    const created = this.#created()
    const owners = new Map(sessions().flatMap(({ row }) => ownerOf(row)))
    const found = await Promise.all(
      this.#checkouts().map(async (checkout) => {
        const repository = await git.open(checkout).catch(() => undefined)
        if (!repository) return []
        return (await worktreesOf(repository.refs)).flatMap(({ path, branch, head }) => {
          const name = branch ?? created[path]
          const isOwn = created[path] !== undefined || OWN.test(branch ?? '')
          if (name === undefined || head === undefined || !isOwn) return []
          const session = owners.get(path)
          return [{ path, checkout, branch: name, head, ...(session !== undefined && { session }) }]
        })
      }),
    )
    const all = found.flat()
    return { worktrees: [...all.filter((it) => !it.session), ...all.filter((it) => it.session)] }
  }

  async endOrphan(path: string, branch: 'keep' | 'discard'): Promise<{ trash: string }> {
    const worktree = (await this.list()).worktrees.find((it) => it.path === path)
    if (!worktree) throw new ApiError('not-found', `path: the host has no worktree ${path}`)
    if (worktree.session !== undefined)
      throw new ApiError(
        'conflict',
        `path: session ${worktree.session} works there: end the worktree of that session`,
      )
    this.#checkNobodyElse(path)
    const { trash, head } = await this.#keep(worktree, { at: this.#context.now(), base: worktree.head })
    await this.#remove(worktree, branch, head)
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
    const { git, sessions } = this.#context
    const { entry } = await this.#trashed(checkout, id)
    if (existsSync(entry.path)) throw new ApiError('conflict', `${entry.path} exists: move it away first`)
    await this.#checkPlace(checkout, entry.path)
    const { path, head } = entry
    const branch = await this.#freeBranch(checkout, entry)
    await addWorktree(git, { checkout, path, branch, base: head })
    await restoreOver(await openWorktree(git, { path, checkout }), entry.commit)
    await restoreSubmodules(git, { checkout, path, id })
    this.remember({ checkout, path, branch })
    for (const session of sessions()) {
      const worktree = worktreeOf(session.row)
      if (worktree?.status !== 'ended' || worktree.path !== path) continue
      const restored = { ...worktree, branch, status: 'ready' }
      await session.change({ extra: { ...session.row.extra, worktree: restored } })
    }
    return { path, branch }
  }

  /** An entry can be made up: it leads to where the project's worktrees are, or where one of a session was. */
  async #checkPlace(checkout: string, path: string): Promise<void> {
    const { folders, projects, dataFolder, sessions } = this.#context
    let existing = path
    while (!existsSync(existing)) existing = dirname(existing)
    await folders.check(existing, 'path')
    const isOfSession = sessions().some(({ row }) => worktreeOf(row)?.path === path)
    const parent = await parentFor(checkout, projects.of(checkout), { folders, dataFolder })
    if (!isOfSession && (dirname(path) !== parent || join(path) !== path))
      throw new ApiError('forbidden', `${path} is not in the project's folder for worktrees, ${parent}`)
  }

  /** Of this name; with a number if it has other commits by now, or is in use. */
  async #freeBranch(checkout: string, { branch, head }: TrashEntry): Promise<string> {
    const { refs } = await this.#context.git.open(checkout)
    await checkBranchName(refs, branch)
    const inUse = new Set((await worktreesOf(refs)).map((it) => it.branch))
    for (let n = 1; n < MAX_NAMES; n++) {
      const name = n === 1 ? branch : `${branch}-${n}`
      const commit = await branchCommit(refs, name)
      if (commit === undefined || (commit === head && !inUse.has(name))) return name
    }
    throw new ApiError('conflict', `there are too many branches ${branch}`)
  }

  /** Another session would lose the folder that it works in. */
  #checkNobodyElse(path: string, but?: string): void {
    const other = this.#context
      .sessions()
      .find((it) => it.id !== but && it.isRunning && isWithin(it.row.cwd, path))
    if (other)
      throw new ApiError('conflict', `another session works in ${path}: close ${other.id} first`, {
        session: other.id,
      })
  }

  async #keep(
    { checkout, path, branch }: { checkout: string; path: string; branch: string },
    more: Omit<Trashed, 'path' | 'branch' | 'head'>,
  ): Promise<{ trash: string; head: string }> {
    const { git } = this.#context
    const what = (head: string) => ({ ...more, path, branch, head })
    if (!existsSync(path)) {
      const main = await git.open(checkout)
      const head = (await branchCommit(main.refs, branch)) ?? more.base
      return { head, trash: await putBranchIntoTrash(main, what(head)) }
    }
    const worktree = await openWorktree(git, { path, checkout })
    const head = (await commitOf(worktree.refs, 'HEAD')) ?? more.base
    return { head, trash: await putIntoTrash(git, { worktree, checkout }, what(head)) }
  }

  /** Without ids, those that are older than 30 days. */
  async prune(checkout: string, ids?: readonly string[]): Promise<void> {
    const { git, now } = this.#context
    if (!this.#checkouts().includes(checkout))
      throw new ApiError('not-found', `there are no worktrees of ${checkout}`)
    const repository = await git.open(checkout)
    const isToGo = ({ id, at }: TrashEntry) => (ids ? ids.includes(id) : at < now() - TRASH_DAYS * DAY)
    for (const entry of (await trashOf(repository)).filter(isToGo))
      await removeFromTrash(git, repository, entry)
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
    const { git, leave } = this.#context
    await leave(path)
    const { refs } = await git.open(checkout)
    const isNoted = (await worktreesOf(refs)).some((it) => it.path === path)
    if (isNoted) await removeWorktree(git, { checkout, path })
    const isIn = (await currentBranch(refs)) === branch
    if (what === 'discard' && !isIn && (await branchCommit(refs, branch)) === head)
      await deleteRef(refs, `refs/heads/${branch}`, head)
    const { [path]: _, ...created } = this.#created()
    this.#context.store.putSetting(CREATED, created)
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

  #created(): Readonly<Record<string, string>> {
    const { store, log } = this.#context
    return readSetting(store, CREATED, z.record(z.string(), z.string()), (it) => log('warn', it)) ?? {}
  }

  #warn(of: string, { message }: Error): void {
    this.#context.log('warn', `worktrees of ${of}: ${message}`)
  }
}

function ownerOf(row: SessionRow): [string, string][] {
  const worktree = worktreeOf(row)
  return worktree && worktree.status !== 'ended' ? [[worktree.path, row.id]] : []
}
