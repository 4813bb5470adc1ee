/** Something that waits for a person, the same whether it comes from the inbox or from a session's state. */
import type { ApprovalView, SessionSummary } from '../../api/resources.ts'
import type { JsonObject } from '../../protocol/json.ts'
import type { PendingApproval } from '../../state/approvals.ts'
import { objectIn, textIn } from '../../state/fields.ts'
import { visible } from '../../state/unseen.ts'

export type Request = ApprovalView

export function ofSession(
  { id, title, cwd }: Pick<SessionSummary, 'id' | 'title' | 'cwd'>,
  approval: PendingApproval,
): Request {
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

/** The tool's input, for those that ask about a tool. */
export function inputOf({ request }: Request): JsonObject {
  return objectIn(request.input) ?? {}
}

/** What is asked for, in a few words. */
export function titleOf(request: Request): string {
  return visible(ownTitle(request))
}

function ownTitle({ kind, toolName, request }: Request): string {
  switch (kind) {
    case 'question':
      return 'Question'
    case 'plan':
      return 'Plan'
    case 'elicitation':
      return `${request.mode === 'url' ? 'Address' : 'Form'} of ${textIn(request.mcp_server_name) ?? 'an MCP server'}`
    case 'dialog':
      return `Dialog ${textIn(request.dialog_kind) ?? ''}`.trim()
    case 'tool':
      return textIn(request.title) ?? textIn(request.display_name) ?? toolName ?? 'Tool'
  }
}
