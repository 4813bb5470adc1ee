/**
 * What was discarded stays reachable for 30 days, under `refs/fairlead/trash`. The message of the commit says what it was. The state
 * of a submodule is kept in its own repository, under the same name.
 *
 * An agent can write these refs, too: whoever restores an entry checks where it leads.
 */
import { join } from 'node:path'
import { z } from 'zod'
import { GitError } from './error.ts'
import type { Git } from './git.ts'
import { submodulesIn, unknownRepositories } from './inner-repositories.ts'
import { fill, sharedSubmodule } from './linked-worktree.ts'
import type { OpenRepository } from './open-repository.ts'
import { commitOf, commitsOf, deleteRef, refsBelow, setRef } from './refs.ts'
import { expectOk } from './run.ts'
import { commitTree, restoreOver, takeSnapshot, treeOf } from './snapshot.ts'

const PREFIX = 'refs/fairlead/trash/'
export const TRASH_DAYS = 30

const objectId = z.string().regex(/^[0-9a-f]{40,64}$/)
const trashedSchema = z.object({
  at: z.number(),
  branch: z.string(),
  base: objectId,
  baseBranch: z.string().optional(),
  path: z.string(),
  /** The commit of the branch. */
  head: objectId,
  title: z.string().optional(),
})
export type Trashed = z.infer<typeof trashedSchema>
export interface TrashEntry extends Trashed {
  readonly id: string
  readonly commit: string
}

/** Keeps the files of a worktree and its branch. Returns the entry's id. Throws if it cannot keep all of it. */
export async function putIntoTrash(
  git: Git,
  { worktree, checkout }: { worktree: OpenRepository; checkout: string },
  what: Trashed,
): Promise<string> {
  await refuseInner(git, worktree, checkout)
  const { commit } = await takeSnapshot(worktree, { message: messageOf(what) })
  const id = idOf(what, commit)
  await keepSubmodules(git, { checkout, path: worktree.top, id })
  await setRef(worktree.refs, `${PREFIX}${id}`, commit)
  return id
}

/** Of a worktree whose folder is gone: the branch only. */
export async function putBranchIntoTrash(main: OpenRepository, what: Trashed): Promise<string> {
  const { head } = what
  const commit = await main.files(async (git) =>
    commitTree(git, await treeOf(git, head), [head], messageOf(what)),
  )
  const id = idOf(what, commit)
  await setRef(main.refs, `${PREFIX}${id}`, commit)
  return id
}

/** The submodules of a worktree that was restored become what they were. */
export async function restoreSubmodules(
  git: Git,
  { checkout, path, id }: { checkout: string; path: string; id: string },
): Promise<void> {
  for (const { path: inner } of await submodulesIn(await git.open(path))) {
    const shared = await sharedSubmodule(git, { checkout, path, inner })
    if (!shared) continue
    const kept = await commitOf(shared.module.refs, `${PREFIX}${id}`)
    const [entry] = kept === undefined ? [] : await commitsOf(shared.module.refs, [kept])
    if (entry?.parent === undefined) continue
    await expectOk(shared.found.refs, ['update-ref', '--no-deref', 'HEAD', entry.parent])
    await fill(shared.found, entry.parent)
    await restoreOver(shared.found, entry.id)
    await restoreSubmodules(git, { checkout: join(checkout, inner), path: join(path, inner), id })
  }
}

/** The newest first. */
export async function trashOf({ refs }: OpenRepository): Promise<TrashEntry[]> {
  const found = await refsBelow(refs, PREFIX)
  const messages = new Map((await commitsOf(refs, [...found.values()])).map((it) => [it.id, it.message]))
  const entries = [...found].flatMap(([ref, commit]) => {
    const what = trashedIn(messages.get(commit) ?? '')
    return what ? [{ ...what, id: ref.slice(PREFIX.length), commit }] : []
  })
  return entries.sort((a, b) => b.at - a.at)
}

export async function removeFromTrash(
  git: Git,
  main: OpenRepository,
  { id, commit }: TrashEntry,
): Promise<void> {
  await deleteRef(main.refs, `${PREFIX}${id}`, commit)
  await removeOfSubmodules(git, main, id)
}

async function removeOfSubmodules(git: Git, main: OpenRepository, id: string): Promise<void> {
  for (const { path } of await submodulesIn(main)) {
    const module = await git.open(join(main.top, path)).catch(() => undefined)
    const isOwn = module?.top === join(main.top, path)
    if (!module || !isOwn) continue
    if ((await commitOf(module.refs, `${PREFIX}${id}`)) !== undefined)
      await deleteRef(module.refs, `${PREFIX}${id}`)
    await removeOfSubmodules(git, module, id)
  }
}

async function keepSubmodules(
  git: Git,
  { checkout, path, id }: { checkout: string; path: string; id: string },
): Promise<void> {
  for (const { path: inner } of await submodulesIn(await git.open(path))) {
    const shared = await sharedSubmodule(git, { checkout, path, inner })
    if (!shared) continue
    await refuseInner(git, shared.found, join(checkout, inner))
    const { commit } = await takeSnapshot(shared.found, { message: `${inner} of ${id}` })
    await setRef(shared.module.refs, `${PREFIX}${id}`, commit)
    await keepSubmodules(git, { checkout: join(checkout, inner), path: join(path, inner), id })
  }
}

/** A repository within that would go with the folder, with commits or changes that are nowhere else. */
async function refuseInner(git: Git, worktree: OpenRepository, checkout: string): Promise<void> {
  const named = (await submodulesIn(worktree)).map((it) => it.path)
  for (const inner of [...named, ...(await worktree.files(unknownRepositories))]) {
    if (await sharedSubmodule(git, { checkout, path: worktree.top, inner })) continue
    const path = join(worktree.top, inner)
    const found = await git.open(path).catch(() => undefined)
    // The folder of a submodule that is not here belongs to the worktree itself.
    if (found?.top === worktree.top || (found && !(await hasWorkOfItsOwn(git, found)))) continue
    throw new GitError(
      'failed',
      `${path} is a repository of its own, with work that is nowhere else: move it away first`,
    )
  }
}

async function hasWorkOfItsOwn(git: Git, { refs, top }: OpenRepository): Promise<boolean> {
  const head = await commitOf(refs, 'HEAD')
  if (head === undefined) return true
  const args = ['rev-list', '--max-count=1', '--all', 'HEAD', '--not', '--remotes']
  if ((await expectOk(refs, args)).stdout !== '') return true
  return (await git.changes(top, head)).files.length > 0
}

const messageOf = (what: Trashed) => `${what.branch}\n\n${JSON.stringify(what)}\n`
const idOf = ({ at }: Trashed, commit: string) =>
  `${new Date(at).toISOString().slice(0, 10)}-${commit.slice(0, 12)}`

function trashedIn(message: string): Trashed | undefined {
  try {
    return trashedSchema.parse(JSON.parse(message.slice(message.indexOf('{'))))
  } catch {
    return undefined
  }
}
