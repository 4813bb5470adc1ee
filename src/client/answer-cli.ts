/** Who answers what the CLI asks of its host. */
import type { CliRequest, UserDialogRequest } from '../protocol/control/to-host.ts'
import type { ApprovalDesk } from './approvals/desk.ts'
import type { HookRunner } from './hooks.ts'
import type { McpBridges } from './mcp-bridge.ts'
import type { OpenRequest } from './open-request.ts'
import type { SessionHandlers } from './session-options.ts'

export interface Answerers {
  readonly desk: ApprovalDesk
  readonly hooks: HookRunner
  readonly bridges: McpBridges
  readonly onUserDialog: SessionHandlers['onUserDialog']
  readonly dialogKinds: readonly string[]
}
type Answer = object | undefined

/** `undefined` leaves the request unanswered; what it throws becomes an error answer. */
export function answerCli(
  request: CliRequest,
  open: OpenRequest,
  parts: Answerers,
): Answer | Promise<Answer> {
  switch (request.subtype) {
    case 'can_use_tool':
      return parts.desk.handleTool(request, open)
    case 'elicitation':
      return parts.desk.handleElicitation(request, open)
    case 'hook_callback':
      return parts.hooks.run(request, open)
    case 'mcp_message':
      return parts.bridges.receive(request.server_name, request.message, open.signal)
    case 'request_user_dialog':
      return askDialog(request, open, parts)
    case 'remote_tool_call':
    case 'remote_plumbing_call':
    case 'remote_tools_probe':
    case 'remote_tools_reannounce':
      return undefined
    default:
      throw new Error(`this host does not support ${request.subtype}`)
  }
}

function askDialog(
  request: UserDialogRequest,
  { signal }: OpenRequest,
  parts: Answerers,
): Answer | Promise<Answer> {
  // Another client of the same process may have declared it.
  if (!parts.dialogKinds.includes(request.dialog_kind)) return undefined
  return parts.onUserDialog ? parts.onUserDialog(request, { signal }) : { behavior: 'cancelled' }
}
