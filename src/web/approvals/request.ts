/** Something that waits for a person, the same whether it comes from the inbox or from a session's state. */
import type { ApprovalView, SessionSummary } from '../../api/resources.ts'
import type { PendingApproval } from '../../state/approvals.ts'

export type Request = ApprovalView

export function ofSession({ id, title, cwd }: SessionSummary, approval: PendingApproval): Request {
  const { id: requestId, kind, toolName, request, at } = approval
  return {
    id: requestId,
    session: id,
    sessionTitle: title,
    cwd,
    kind,
    ...(toolName !== undefined && { toolName }),
    request: request as unknown as Record<string, unknown>,
    since: at,
  }
}
