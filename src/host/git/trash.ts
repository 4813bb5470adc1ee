/** What was discarded stays reachable for 30 days, under `refs/fairlead/trash`. The message of the commit says what it was. */
import { z } from 'zod'
import type { OpenRepository } from './open-repository.ts'
import { deleteRef, refsBelow, setRef } from './refs.ts'
import { expectOk } from './run.ts'
import { takeSnapshot } from './snapshot.ts'

const PREFIX = 'refs/fairlead/trash/'
export const TRASH_DAYS = 30

const trashedSchema = z.object({
  at: z.number(),
  branch: z.string(),
  base: z.string(),
  baseBranch: z.string().optional(),
  path: z.string(),
  /** The commit of the branch. */
  head: z.string(),
  title: z.string().optional(),
})
export type Trashed = z.infer<typeof trashedSchema>
export interface TrashEntry extends Trashed {
  readonly id: string
  readonly commit: string
}

/** Keeps the files of a worktree and its branch. Returns the entry's id. */
export async function putIntoTrash(worktree: OpenRepository, what: Trashed): Promise<string> {
  const { commit } = await takeSnapshot(worktree, { message: `${what.branch}\n\n${JSON.stringify(what)}\n` })
  const day = new Date(what.at).toISOString().slice(0, 10)
  const id = `${day}-${commit.slice(0, 12)}`
  await setRef(worktree.refs, `${PREFIX}${id}`, commit)
  return id
}

/** The newest first. */
export async function trashOf({ refs }: OpenRepository): Promise<TrashEntry[]> {
  const found = await refsBelow(refs, PREFIX)
  const entries = await Promise.all(
    [...found].map(async ([ref, commit]) => {
      const { stdout } = await expectOk(refs, [
        'show',
        '--no-patch',
        '--no-show-signature',
        '--format=%B',
        commit,
      ])
      const what = trashedIn(stdout)
      return what ? [{ ...what, id: ref.slice(PREFIX.length), commit }] : []
    }),
  )
  return entries.flat().sort((a, b) => b.at - a.at)
}

export async function removeFromTrash({ refs }: OpenRepository, { id, commit }: TrashEntry): Promise<void> {
  await deleteRef(refs, `${PREFIX}${id}`, commit)
}

function trashedIn(message: string): Trashed | undefined {
  try {
    return trashedSchema.parse(JSON.parse(message.slice(message.indexOf('{'))))
  } catch {
    return undefined
  }
}
