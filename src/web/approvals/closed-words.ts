/** How an approval came to its end, for those who had it before their eyes. */
import type { ApprovalEntry, WithdrawnApproval } from '../../state/approvals/approvals.ts'
import { DEFAULT_DENIAL } from '../../state/approvals/to-wire.ts'
import type { Given } from './answer.ts'

const DECISIONS = {
  allowed: 'Allowed',
  denied: 'Denied',
  answered: 'Answered',
  cancelled: 'Cancelled',
} as const
const REASONS: Readonly<Record<WithdrawnApproval['why'], string>> = {
  interrupted: 'the turn was interrupted',
  cancelled: 'the CLI took it back',
  'turn-ended': 'its turn is over',
  'process-ended': 'its process has ended',
}

export function closedWords(approval: ApprovalEntry | undefined, mine: Given | undefined): string {
  if (!approval || approval.status === 'pending') return 'It is not asked any more.'
  if (approval.status === 'withdrawn') return `Not asked any more: ${REASONS[approval.why]}.`
  const { decision, by = 'someone else', message } = approval.answer
  const isSaid = decision === 'denied' && message !== undefined && message !== DEFAULT_DENIAL
  const why = isSaid ? `: ${message.replace(/\.$/, '')}` : ''
  if (mine === 'under-way') return `${DECISIONS[decision]}.`
  if (mine === 'first') return `${DECISIONS[decision]} by you${why}.`
  if (mine === 'late') return `Your answer came too late: ${decision} by ${by} before${why}.`
  return `${DECISIONS[decision]} by ${by}${why}.`
}
