/** How an approval came to its end, for those who had it before their eyes. */
import type { Approval, WithdrawnApproval } from '../../state/approvals.ts'
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

/** What the host says to the model where the person has said nothing. */
const SAID_BY_HOST = 'The user denied this.'

export function closedWords(approval: Approval | undefined, mine: Given | undefined): string {
  if (!approval || approval.status === 'pending') return 'It is not asked any more.'
  if (approval.status === 'withdrawn') return `Not asked any more: ${REASONS[approval.why]}.`
  const { decision, by = 'someone else', message } = approval.answer
  const isSaid = decision === 'denied' && message !== undefined && message !== SAID_BY_HOST
  const why = isSaid ? `: ${message.replace(/\.$/, '')}` : ''
  if (mine === 'under-way') return `${DECISIONS[decision]}.`
  if (mine === 'first') return `${DECISIONS[decision]} by you${why}.`
  if (mine === 'late') return `Your answer came too late: ${decision} by ${by} before${why}.`
  return `${DECISIONS[decision]} by ${by}${why}.`
}
