/**
 * Turns the CLI's requests for a decision into approvals and hands them to the program's handler. An approval is open until
 * it is answered, withdrawn by the CLI, or the process ends; the handler may return first and answer later.
 */
import type { OpenRequest } from '../../driver/cli-requests.ts'
import type { UserDialogRequest } from '../../protocol/control/to-host.ts'
import { isObject } from '../../protocol/json.ts'
import { type ApprovalRequest, toolKindOf } from '../../state/approvals/request.ts'
import type { ApprovalDecision } from '../../state/approvals/to-wire.ts'
import {
  type Approval,
  ElicitationApproval,
  PlanApproval,
  QuestionApproval,
  ToolApproval,
} from './approval.ts'

/** A dialog has a handler of its own, `onUserDialog`. */
type BrokerRequest = Exclude<ApprovalRequest, UserDialogRequest>

/** Decides approvals. It may return before it answers; `signal` is aborted when the request is withdrawn. */
export type ApprovalHandler = (approval: Approval, context: { signal: AbortSignal }) => unknown

export interface BrokerOptions {
  readonly onApproval?: ApprovalHandler | undefined
  /** A handler threw: its approval was denied. */
  readonly onHandlerError: (error: unknown, approval: Approval) => void
  /** Sends a decision to the CLI. */
  readonly decide: (id: string, decision: ApprovalDecision) => void
}

const NO_HANDLER = 'Nobody is there to approve this: the host has no approval handler.'
const RETURNED =
  'a value that is returned is no answer: call `allow`, `deny` or `answer` of the approval, now or later'
const HANDLER_FAILED = 'The approval handler of the host failed, so this was not allowed.'

export class ApprovalBroker {
  readonly #options: BrokerOptions
  readonly #open = new Map<string, Approval>()

  constructor(options: BrokerOptions) {
    this.#options = options
  }

  /** In the order in which they were asked. */
  get open(): Approval[] {
    return [...this.#open.values()]
  }

  ask(request: BrokerRequest, open: OpenRequest): void {
    const { id } = open
    const approval = approvalOf(request, open, (decision) => this.#options.decide(id, decision))
    this.#open.set(id, approval)
    open.onClosed(() => this.#open.delete(id))
    void this.#handOver(approval)
  }

  async #handOver(approval: Approval): Promise<void> {
    const { onApproval, onHandlerError } = this.#options
    if (!onApproval) {
      approval.deny(NO_HANDLER)
      return
    }
    try {
      const returned = await onApproval(approval, {
        get signal() {
          return approval.signal
        },
      })
      if (approval.status === 'pending' && isMeantAsAnswer(returned)) throw new Error(RETURNED)
    } catch (error) {
      if (approval.status === 'pending') approval.deny(HANDLER_FAILED)
      if (approval.status !== 'withdrawn') onHandlerError(error, approval)
    }
  }
}

/** As `canUseTool` of the official client returns it, and what one might guess. Nobody would answer then. */
function isMeantAsAnswer(returned: unknown): boolean {
  if (returned === 'allow' || returned === 'deny') return true
  return isObject(returned) && ('behavior' in returned || 'decision' in returned)
}

function approvalOf(
  request: BrokerRequest,
  open: OpenRequest,
  decide: (decision: ApprovalDecision) => void,
): Approval {
  if (request.subtype === 'elicitation') return new ElicitationApproval(open, decide, request)
  switch (toolKindOf(request)) {
    case 'question':
      return new QuestionApproval(open, decide, request)
    case 'plan':
      return new PlanApproval(open, decide, request)
    case 'tool':
      return new ToolApproval(open, decide, request)
  }
}
