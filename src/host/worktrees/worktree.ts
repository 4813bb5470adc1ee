/** What the host keeps of a session's worktree, in the session's row: it is stored before the first call of git, and is the intent. */
import { ApiError } from '../../api/errors.ts'
import { type Worktree, worktreeSchema } from '../../api/work.ts'
import type { ProcessId } from '../../process/descendants.ts'
import { isObject } from '../../protocol/json.ts'
import type { Git } from '../git/git.ts'
import type { OpenRepository } from '../git/open-repository.ts'
import type { SessionRow } from '../journal/store.ts'

/** Undefined for a session that works in the folder that was named. */
export function worktreeOf({ extra }: Pick<SessionRow, 'extra'>): Worktree | undefined {
  return worktreeSchema.safeParse(extra.worktree).data
}

/** Throws if a folder that was a worktree of the host is one of another repository now: an agent can write its `.git`. */
export async function openWorktree(
  git: Git,
  { path, checkout }: Pick<Worktree, 'path' | 'checkout'>,
): Promise<OpenRepository> {
  const repository = await git.open(path)
  if (repository.checkout === checkout) return repository
  throw new ApiError(
    'not-possible',
    `${path} is no worktree of ${checkout} any more: its .git names another repository`,
  )
}

/** The repository of a session's folder. */
export function openFolder(git: Git, row: Pick<SessionRow, 'cwd' | 'extra'>): Promise<OpenRepository> {
  const worktree = worktreeOf(row)
  return worktree ? openWorktree(git, { ...worktree, path: row.cwd }) : git.open(row.cwd)
}

/** The setup script that a host runs, so that the next one can end it. */
export function setupProcessOf({ extra }: Pick<SessionRow, 'extra'>): ProcessId | undefined {
  const { setupProcess: it } = extra
  if (!isObject(it) || typeof it.pid !== 'number' || typeof it.startedAt !== 'string') return undefined
  return { pid: it.pid, startedAt: it.startedAt }
}
