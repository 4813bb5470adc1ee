import type { ApprovalDecision } from '../state/approvals/to-wire.ts'
import type { AnswerApproval } from './commands.ts'

/** A decision as the body of `answerApproval`. The host checks what the types leave open: modes, and updates to remember. */
export function decisionBody(decision: ApprovalDecision): AnswerApproval {
  return decision as AnswerApproval
}
