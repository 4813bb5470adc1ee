/**
 * Turns the CLI's requests for a decision into approvals and gives them to the handler. An approval is open until it is
 * answered, withdrawn by the CLI, or the process ends; the handler may return first and answer later.
 */
import type { CanUseToolRequest, ElicitationRequest } from '../../protocol/control/to-host.ts'
import type { PermissionUpdate } from '../../protocol/permissions.ts'
import type { OpenRequest } from '../open-request.ts'
import {
  type Approval,
  ElicitationApproval,
  PlanApproval,
  QuestionApproval,
  ToolApproval,
} from './approval.ts'

export type ApprovalHandler = (approval: Approval, context: { signal: AbortSignal }) => unknown

export interface DeskOptions {
  readonly onApproval?: ApprovalHandler | undefined
  /** A handler threw: its approval was denied. */
  readonly onHandlerError: (error: unknown, approval: Approval) => void
  /** The version writes local rules but does not honour them in a folder without trust. */
  readonly ignoresLocalRules: () => boolean
}

const NO_HANDLER = 'Nobody is there to approve this: the host has no approval handler.'
const HANDLER_FAILED = 'The approval handler of the host failed, so this was not allowed.'

export class ApprovalDesk {
  readonly #options: DeskOptions
  readonly #open = new Map<string, Approval>()

  constructor(options: DeskOptions) {
    this.#options = options
  }

  /** In the order in which they were asked. */
  get open(): Approval[] {
    return [...this.#open.values()]
  }

  handleTool(request: CanUseToolRequest, open: OpenRequest): Promise<object> {
    return this.#ask(open, (settle) => {
      const Kind = kindOf(request.tool_name)
      return new Kind(
        open.id,
        open,
        (result) => {
          if (result.behavior === 'deny' || !result.updatedPermissions) return settle(result)
          settle({ ...result, updatedPermissions: this.#honoured(result.updatedPermissions) })
        },
        request,
      )
    })
  }

  handleElicitation(request: ElicitationRequest, open: OpenRequest): Promise<object> {
    return this.#ask(open, (settle) => new ElicitationApproval(open.id, open, settle, request))
  }

  #ask(open: OpenRequest, make: (settle: (answer: object) => void) => Approval): Promise<object> {
    return new Promise((resolve) => {
      const approval = make((answer) => {
        this.#open.delete(approval.id)
        resolve(answer)
      })
      this.#open.set(approval.id, approval)
      open.onWithdrawn = () => this.#open.delete(approval.id)
      void this.#handOver(approval)
    })
  }

  async #handOver(approval: Approval): Promise<void> {
    const { onApproval, onHandlerError } = this.#options
    if (!onApproval) {
      approval.deny(NO_HANDLER)
      return
    }
    try {
      await onApproval(approval, {
        get signal() {
          return approval.signal
        },
      })
    } catch (error) {
      if (approval.status === 'pending') approval.deny(HANDLER_FAILED)
      if (approval.status !== 'withdrawn') onHandlerError(error, approval)
    }
  }

  /** A rule for local settings goes out for the session as well where the version would ask again in spite of it. */
  #honoured(updates: readonly PermissionUpdate[]): PermissionUpdate[] {
    if (!this.#options.ignoresLocalRules()) return [...updates]
    return updates.flatMap((update) =>
      update.type === 'addRules' && update.destination === 'localSettings'
        ? [update, { ...update, destination: 'session' as const }]
        : [update],
    )
  }
}

function kindOf(toolName: string): typeof ToolApproval | typeof QuestionApproval | typeof PlanApproval {
  if (toolName === 'AskUserQuestion') return QuestionApproval
  return toolName === 'ExitPlanMode' ? PlanApproval : ToolApproval
}
