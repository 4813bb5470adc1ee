import type { SessionSummary } from '../../api/resources.ts'
import { messageOf, newId } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { showToast, toastFailure } from '../ui/toast/toasts.ts'
import { worktreeTouched } from './status.ts'

/** Ends the worktree of a session, and offers to restore it. */
export async function endWorktree(
  { id, worktree }: Pick<SessionSummary, 'id' | 'worktree'>,
  branch: 'keep' | 'discard',
  text: string,
): Promise<void> {
  const ending = api.call('endWorktree', { params: { id }, body: { commandId: newId(), branch } })
  // It is still there, perhaps merged just before. Of one that has ended, nothing is left to ask.
  ending.catch(() => worktreeTouched.notify())
  const { result } = await ending
  const checkout = worktree?.checkout
  showToast({
    text,
    tone: 'success',
    ...(checkout !== undefined && {
      action: { name: 'Restore', run: () => void restoreWorktree(checkout, result.trash).catch(tell) },
    }),
  })
}

async function restoreWorktree(checkout: string, id: string): Promise<void> {
  const { result } = await api.call('restoreWorktree', { body: { commandId: newId(), checkout, id } })
  showToast({ text: `Restored ${result.branch} in ${result.path}.`, tone: 'success' })
}

const tell = (failure: unknown) => toastFailure(messageOf(failure))
