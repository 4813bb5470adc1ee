import type { ApprovalEntry, WithdrawnApproval } from '../../state/approvals/approvals.ts'
import { DEFAULT_DENIAL } from '../../state/approvals/to-wire.ts'
import type { OwnAnswer } from './answer.ts'

const DECISIONS = {
  allowed: 'Allowed',
  denied: 'Denied',
  answered: 'Answered',
  cancelled: 'Cancelled',
} as const
const REASONS: Readonly<Record<WithdrawnApproval['why'], string>> = {
  interrupted: 'the turn was interrupted',
  cancelled: 'the CLI withdrew the request',
  'turn-ended': 'the turn has ended',
  'process-ended': 'the process has ended',
}

/** How an approval ended, for users who saw it. */
export function closedWords(approval: ApprovalEntry | undefined, own: OwnAnswer | undefined): string {
  if (!approval || approval.status === 'pending') return 'No longer open.'
  if (approval.status === 'withdrawn') return `Withdrawn: ${REASONS[approval.why]}.`
  const { decision, by = 'someone else', message } = approval.answer
  const hasReason = decision === 'denied' && message !== undefined && message !== DEFAULT_DENIAL
  const why = hasReason ? `: ${message.replace(/\.$/, '')}` : ''
  if (own === 'pending') return `${DECISIONS[decision]}.`
  if (own === 'first') return `${DECISIONS[decision]} by you${why}.`
  if (own === 'late') return `Your answer came too late: already ${decision} by ${by}${why}.`
  return `${DECISIONS[decision]} by ${by}${why}.`
}
