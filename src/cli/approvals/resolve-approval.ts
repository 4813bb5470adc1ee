import type { ApiClient } from '../../api/client.ts'
import type { ApprovalView } from '../../api/resources.ts'
import { NameError, resolveSession } from '../sessions/resolve-session.ts'
import { shortIds } from '../show/short-id.ts'
import { shorten } from '../terminal/truncate.ts'
import { approvalLine } from './describe.ts'

/** Finds all of them before anything is decided. */
export async function resolveApprovals(api: ApiClient, names: readonly string[]): Promise<ApprovalView[]> {
  const views: ApprovalView[] = []
  for (const name of names) views.push(await resolveApproval(api, name))
  return views
}

/** By the beginning of its id, or by a session that waits for exactly one. */
export async function resolveApproval(api: ApiClient, given: string): Promise<ApprovalView> {
  const { approvals } = await api.call('listApprovals', {})
  const wanted = given.trim().toLowerCase()
  const byId = wanted === '' ? [] : approvals.filter(({ id }) => id.toLowerCase().startsWith(wanted))
  const [found] = byId
  if (found && byId.length === 1) return found
  if (found) throw several(given, byId)
  const session = await resolveSession(api, given).catch((error: unknown) => {
    if (!(error instanceof NameError) || /fits/.test(error.message)) throw error
    throw new NameError(`No pending approval and no session is called '${given}'.${waiting(approvals)}`)
  })
  const ofSession = approvals.filter(({ session: id }) => id === session.id)
  const [one] = ofSession
  if (one && ofSession.length === 1) return one
  if (one) throw several(session.title, ofSession)
  throw new NameError(
    `The session '${shorten(session.title, 60)}' has no pending approval.${waiting(approvals)}`,
  )
}

function several(name: string, fitting: readonly ApprovalView[]): NameError {
  return new NameError(`'${shorten(name, 60)}' fits ${fitting.length} approvals:\n${lines(fitting)}`)
}

function waiting(approvals: readonly ApprovalView[]): string {
  return approvals.length === 0 ? ' No session needs you.' : ` Pending:\n${lines(approvals)}`
}

function lines(approvals: readonly ApprovalView[]): string {
  const short = shortIds(approvals.map(({ id }) => id))
  return approvals
    .map((view) => `  ${short(view.id)}  ${approvalLine(view, 50)}  (${shorten(view.sessionTitle, 30)})`)
    .join('\n')
}
