/** An approval's id is unique within its session only: two replays of one recording have the same ids. */
import type { AnswerApproval } from '../../api/commands.ts'
import { ApiError } from '../../api/errors.ts'
import type { ApprovalDetail, Receipt } from '../../api/resources.ts'
import { type ApprovalEntry, byId } from '../../state/approvals/approvals.ts'
import { grantsOfAnswer } from '../folders/grants.ts'
import type { Host } from '../host.ts'
import type { Client } from '../sessions/client.ts'
import type { HostSession } from '../sessions/host-session.ts'
import { viewOf } from '../sessions/summary.ts'
import type { Handlers } from './handler.ts'

export function approvalHandlers(host: Host) {
  const answer = async (
    session: HostSession,
    id: string,
    body: AnswerApproval,
    client: Client,
  ): Promise<Receipt> => {
    const grants = grantsOfAnswer(byId(session.state, id)?.request, body.remember)
    await host.folders.checkGrants(grants, session.row.cwd)
    return host.receipts.run(body.commandId, session.id, (createReceipt) =>
      session.answer(id, body, client, { receipt: createReceipt() }),
    )
  }
  return {
    listApprovals: () => ({ approvals: host.approvals() }),
    getApproval: ({ params }) => {
      const { row, state } = host.session(params.id)
      const approval = byId(state, params.approval)
      if (!approval)
        throw new ApiError('not-found', `session ${params.id} has no approval ${params.approval}`)
      return { ...viewOf(row, state, approval), ...outcomeOf(approval) }
    },
    answerApproval: ({ params, body, client }) =>
      answer(host.session(params.id), params.approval, body, client),
    answerApprovalById: ({ params, body, client }) =>
      answer(sessionWithApproval(params.id, host), params.id, body, client),
  } satisfies Partial<Handlers>
}

function outcomeOf(approval: ApprovalEntry): Pick<ApprovalDetail, 'status' | 'decision' | 'by' | 'why'> {
  const { status } = approval
  if (approval.status === 'withdrawn') return { status, why: approval.why }
  if (approval.status === 'pending') return { status }
  const { decision, by } = approval.answer
  return { status, decision, ...(by !== undefined && { by }) }
}

/** The session that waits for an answer to this id, or else one in which it was decided, which knows by whom. */
export function sessionWithApproval(id: string, host: Host): HostSession {
  const sessions = host.sessions()
  const loaded = sessions.filter(({ memory }) => memory.isLoaded)
  const waiting = loaded.filter(({ state }) => state.approvals.pending.some((it) => it.id === id))
  if (waiting.length > 1) {
    const ids = waiting.map((it) => it.id)
    throw new ApiError(
      'conflict',
      `several sessions wait for an answer under this id: name the session, as in /sessions/${ids[0]}/approvals/${id}`,
      { sessions: ids },
    )
  }
  const session = waiting[0] ?? sessions.find(({ memory }) => memory.hasApproval(id))
  if (!session) throw new ApiError('not-found', `there is no approval ${id}`)
  return session
}
