import type { ApiClient } from '../../api/client.ts'
import { decisionBody } from '../../api/decision-body.ts'
import type { ApprovalView } from '../../api/resources.ts'
import type { ApprovalDecision } from '../../state/approvals/to-wire.ts'
import type { Io } from '../io.ts'
import { styleFor } from '../terminal/style.ts'
import { shorten } from '../terminal/truncate.ts'
import { approvalLine, approvalLines } from './describe.ts'

/** Prints the whole approval on stderr. */
export function showApproval(view: ApprovalView, io: Io): void {
  const style = styleFor(io.stderr, io.env)
  const where = style.dim(`  ${shorten(view.sessionTitle, 50)} · ${view.session.slice(0, 8)}`)
  const [head = '', ...rest] = approvalLines(view, style)
  io.err(`${[`${head}${where}`, ...rest].join('\n')}\n`)
}

export async function sendDecision(
  api: ApiClient,
  { id, session }: Pick<ApprovalView, 'id' | 'session'>,
  decision: ApprovalDecision,
): Promise<void> {
  const params = { id: session, approval: id }
  await api.call('answerApproval', { params, body: decisionBody(decision) })
}

export async function decide(
  api: ApiClient,
  view: ApprovalView,
  decision: ApprovalDecision,
  { io, json, done }: { io: Io; json: boolean; done: string },
): Promise<void> {
  const { id, session, kind } = view
  await sendDecision(api, view, decision)
  if (json) io.out(`${JSON.stringify({ approval: id, session, kind, ...decision })}\n`)
  else io.out(`${styleFor(io.stdout, io.env).green(done)}: ${approvalLine(view, 80)}\n`)
}
