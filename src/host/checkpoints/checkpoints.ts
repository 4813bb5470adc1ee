/**
 * The state of a session's folder after each turn, as a commit under `refs/fairlead/SESSION/TURN`. In a worktree it is always taken,
 * in a shared folder where the project asks for it. A turn whose end the host did not see, because it was killed, has none: its
 * changes are part of the next one's.
 */
import { realpathSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { z } from 'zod'
import { ApiError } from '../../api/errors.ts'
import type { CheckpointDiff, CheckpointList } from '../../api/work.ts'
import type { SessionEvent } from '../../state/events.ts'
import { diffCommits } from '../git/diff-commits.ts'
import type { Git } from '../git/git.ts'
import type { OpenRepository } from '../git/open-repository.ts'
import { commitsOf, deleteRef, refsBelow, setRef } from '../git/refs.ts'
import { restoreFiles, takeSnapshot } from '../git/snapshot.ts'
import type { Store } from '../journal/store.ts'
import type { ProjectSettingsStore } from '../projects/project-settings.ts'
import type { HostSession } from '../sessions/host-session.ts'
import { openFolder, worktreeOf } from '../worktrees/worktree.ts'
import { type Done, doneSince, endedTurn } from './done.ts'

export interface CheckpointsContext {
  readonly git: Git
  readonly store: Store
  readonly projects: ProjectSettingsStore
  readonly now: () => number
  readonly log: (level: 'info' | 'warn', message: string) => void
}

const takenSchema = z.object({
  turn: z.number(),
  at: z.number(),
  /** The session's last event by then. */
  seq: z.number(),
  edited: z.array(z.string()),
  ranCommands: z.boolean(),
})
type Taken = z.infer<typeof takenSchema> & { readonly commit: string }
type Name = number | 'now'

export class Checkpoints {
  readonly #context: CheckpointsContext
  /** By session: what is being taken. One after the other, because they share a cache. */
  readonly #last = new Map<string, Promise<void>>()

  constructor(context: CheckpointsContext) {
    this.#context = context
  }

  /** Before the first turn. */
  begin(session: HostSession): Promise<void> {
    return session.row.generation === 0 ? this.#take(session, 0) : Promise.resolve()
  }

  /** After a turn. */
  follow(session: HostSession, events: readonly SessionEvent[]): void {
    const turn = endedTurn(session, events)
    if (turn !== undefined) void this.#take(session, turn)
  }

  /** Resolves when none is being taken. */
  async settled({ id }: HostSession): Promise<void> {
    await this.#last.get(id)
  }

  async list(session: HostSession): Promise<CheckpointList> {
    await this.settled(session)
    const repository = await openFolder(this.#context.git, session.row)
    const all = await takenOf(repository, session.id)
    return { checkpoints: all.map(({ turn, at, commit }) => ({ turn, at, commit })) }
  }

  /**
   * The states before and after a turn, and what was done between them; without a number, of the last turn that has a checkpoint.
   * `since`: the state after another turn, earlier or later. `base`: no checkpoint is before it, and `from` is left out.
   */
  async turn(
    session: HostSession,
    repository: OpenRepository,
    { turn, since }: { turn?: number | undefined; since?: number | 'base' | undefined },
  ): Promise<{ from?: string; to: string; done: Done }> {
    await this.settled(session)
    const all = await takenOf(repository, session.id)
    const end = turn === undefined ? all.at(-1) : find(all, turn)
    if (!end) throw new ApiError('not-found', 'no turn of the session has a checkpoint')
    if (since === 'base') return { to: end.commit, done: doneIn(all.filter((it) => it.turn <= end.turn)) }
    const start = since === undefined ? before(all, end.turn) : find(all, since)
    const [first, last] = start.turn < end.turn ? [start, end] : [end, start]
    const parts = all.filter((it) => it.turn > first.turn && it.turn <= last.turn)
    return { from: start.commit, to: end.commit, done: doneIn(parts) }
  }

  /** The state after a turn, and what was done since then. */
  async since(
    session: HostSession,
    repository: OpenRepository,
    turn: number,
  ): Promise<{ from: string; done: Done }> {
    await this.settled(session)
    const { commit, seq } = find(await takenOf(repository, session.id), turn)
    return { from: commit, done: doneSince(this.#context.store, session.id, seq) }
  }

  async diff(
    session: HostSession,
    { from, to }: { from?: Name | undefined; to: Name },
  ): Promise<CheckpointDiff> {
    await this.settled(session)
    const { cwd } = session.row
    const repository = await openFolder(this.#context.git, session.row)
    const all = await takenOf(repository, session.id)
    const end = to === 'now' ? await this.#now(session, repository) : find(all, to)
    const start =
      from === 'now'
        ? await this.#now(session, repository)
        : from === undefined
          ? before(all, to)
          : find(all, from)
    const top = realpathSync(repository.top)
    const { files, ...rest } = await diffCommits(repository, start.commit, end.commit, relative(top, cwd))
    const owner = this.#owners(session, all, start, end)
    return {
      ...{ from: from === 'now' ? 'now' : start.turn, to: to === 'now' ? 'now' : end.turn, ...rest },
      files: files.map((file) => ({ ...file, by: owner(file.path) })),
    }
  }

  /** The state before is kept, so that this can be taken back. */
  async restore(session: HostSession, turn: number): Promise<{ before: string }> {
    if (worktreeOf(session.row)?.status !== 'ready')
      throw new ApiError(
        'not-possible',
        'only a worktree of its own can be restored: others work in a shared folder',
      )
    if (session.isRunning && session.isBusy)
      throw new ApiError('conflict', 'the session works: wait for the end of its turn, or interrupt it')
    await this.settled(session)
    const repository = await openFolder(this.#context.git, session.row)
    const wanted = find(await takenOf(repository, session.id), turn)
    const now = await this.#now(session, repository)
    const ref = `${prefixOf(session.id)}before-${this.#context.now()}-${now.commit.slice(0, 8)}`
    await setRef(repository.refs, ref, now.commit)
    await restoreFiles(repository, now.commit, wanted.commit)
    return { before: ref }
  }

  /** The session is removed. */
  async forget(session: HostSession): Promise<void> {
    await this.settled(session)
    this.#last.delete(session.id)
    const checkout = worktreeOf(session.row)?.checkout ?? session.row.cwd
    const repository = await this.#context.git.open(checkout).catch(() => undefined)
    if (!repository || session.id === RESERVED) return
    for (const [ref, commit] of await refsBelow(repository.refs, prefixOf(session.id)))
      await deleteRef(repository.refs, ref, commit)
  }

  #take(session: HostSession, turn: number): Promise<void> {
    const { log } = this.#context
    const taking = (this.#last.get(session.id) ?? Promise.resolve())
      .then(() => this.#takeNow(session, turn))
      .catch((error: Error) =>
        log('warn', `no checkpoint of session ${session.id}, turn ${turn}: ${error.message}`),
      )
    this.#last.set(session.id, taking)
    return taking
  }

  async #takeNow(session: HostSession, turn: number): Promise<void> {
    const { git, store } = this.#context
    if (!(await this.#isWanted(session))) return
    const repository = await openFolder(git, session.row)
    const last = (await takenOf(repository, session.id)).at(-1)
    const done = doneSince(store, session.id, last?.seq ?? 0)
    const what = { turn, at: this.#context.now(), seq: store.lastSeq(session.id), ...done }
    const { commit } = await takeSnapshot(repository, {
      message: `turn ${turn}\n\n${JSON.stringify(what)}\n`,
      cache: this.#cacheOf(session),
    })
    await setRef(repository.refs, `${prefixOf(session.id)}${turn}`, commit)
  }

  async #isWanted({ id, row }: HostSession): Promise<boolean> {
    if (id === RESERVED) return false
    const { git, projects } = this.#context
    const worktree = worktreeOf(row)
    if (worktree) return worktree.status !== 'ended'
    const project = await git.checkout(row.cwd)
    return project !== undefined && projects.of(project).checkpoints === true
  }

  async #now(session: HostSession, repository: OpenRepository): Promise<Taken> {
    const done = { edited: [], ranCommands: false }
    const { commit } = await takeSnapshot(repository, { message: 'now', cache: this.#cacheOf(session) })
    return {
      turn: Number.POSITIVE_INFINITY,
      at: this.#context.now(),
      seq: Number.MAX_SAFE_INTEGER,
      ...done,
      commit,
    }
  }

  #cacheOf(session: HostSession): string {
    return join(session.folder, 'checkpoint-index')
  }

  /** In a worktree everything is the session's. */
  #owners(session: HostSession, all: readonly Taken[], start: Taken, end: Taken) {
    if (worktreeOf(session.row)) return () => 'own' as const
    const { cwd } = session.row
    const later = doneSince(this.#context.store, session.id, all.at(-1)?.seq ?? 0)
    const parts = all.filter(({ turn }) => turn > start.turn && turn <= end.turn)
    const done = end.turn === Number.POSITIVE_INFINITY ? [...parts, later] : parts
    const edited = new Set(done.flatMap((it) => it.edited.map((path) => relative(cwd, resolve(cwd, path)))))
    const ranCommands = done.some((it) => it.ranCommands)
    return (path: string) => (edited.has(path) ? 'own' : ranCommands ? 'possibly' : 'foreign')
  }
}

/** Other refs of the host are there. */
const RESERVED = 'trash'

function prefixOf(session: string): string {
  return `refs/fairlead/${session}/`
}

/** In the order of their turns. */
async function takenOf({ refs }: OpenRepository, session: string): Promise<Taken[]> {
  const found = [...(await refsBelow(refs, prefixOf(session)))].filter(([ref]) => /\/\d+$/.test(ref))
  if (found.length === 0) return []
  const commits = await commitsOf(
    refs,
    found.map(([, commit]) => commit),
  )
  const all = commits.flatMap(({ id, message }) => {
    const taken = takenIn(message.slice(message.indexOf('\n\n')))
    return taken ? [{ ...taken, commit: id }] : []
  })
  return all.sort((a, b) => a.turn - b.turn)
}

function takenIn(text: string): z.infer<typeof takenSchema> | undefined {
  try {
    return takenSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

function doneIn(parts: readonly Taken[]): Done {
  return {
    edited: [...new Set(parts.flatMap((it) => it.edited))],
    ranCommands: parts.some((it) => it.ranCommands),
  }
}

function find(all: readonly Taken[], turn: number): Taken {
  const found = all.find((it) => it.turn === turn)
  if (!found) throw new ApiError('not-found', `there is no checkpoint of turn ${turn}`)
  return found
}

function before(all: readonly Taken[], to: Name): Taken {
  const found = all.findLast((it) => to === 'now' || it.turn < to)
  if (!found) throw new ApiError('not-found', `there is no checkpoint before ${to}`)
  return found
}
