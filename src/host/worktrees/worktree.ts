/** What the host keeps of a session's worktree, in the session's row: it is stored before the first call of git, and is the intent. */
import { type Worktree, worktreeSchema } from '../../api/work.ts'
import type { ProcessId } from '../../process/descendants.ts'
import { isObject } from '../../protocol/json.ts'
import type { SessionRow } from '../journal/store.ts'

/** Undefined for a session that works in the folder that was named. */
export function worktreeOf({ extra }: Pick<SessionRow, 'extra'>): Worktree | undefined {
  return worktreeSchema.safeParse(extra.worktree).data
}

/** The setup script that a host runs, so that the next one can end it. */
export function setupProcessOf({ extra }: Pick<SessionRow, 'extra'>): ProcessId | undefined {
  const { setupProcess: it } = extra
  if (!isObject(it) || typeof it.pid !== 'number' || typeof it.startedAt !== 'string') return undefined
  return { pid: it.pid, startedAt: it.startedAt }
}
