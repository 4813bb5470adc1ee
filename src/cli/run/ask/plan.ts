import { planOf } from '../../../state/approvals/request.ts'
import type { ApprovalDecision } from '../../../state/approvals/to-wire.ts'
import { NO_PLAN } from '../../approvals/describe.ts'
import { printable } from '../../terminal/cells.ts'
import type { AskedApproval, Asking } from './ask.ts'

export async function askPlan(
  { request, plan, signal }: AskedApproval,
  { style, say, ask }: Asking,
): Promise<ApprovalDecision | undefined> {
  say(`${style.yellow('?')} ${style.bold('Approve this plan?')}`)
  for (const line of printable(plan || planOf(request) || NO_PLAN).split('\n')) say(`    ${line}`)
  for (;;) {
    const answer = await ask('  [y]es [a]ccept all edits [n]o [?] ', signal)
    switch (answer) {
      case undefined:
        return undefined
      case 'y':
      case 'yes':
        return { decision: 'allow' }
      case 'a':
        return { decision: 'allow', mode: 'acceptEdits' }
      case 'n':
      case 'no':
        return { decision: 'deny', message: await ask('  What should change? ', signal) }
      case 'N':
        return {
          decision: 'deny',
          message: 'The user denied the plan and stopped the turn.',
          interrupt: true,
        }
      default:
        say('  y  approve, and ask before each change')
        say('  a  approve, and accept all edits')
        say('  n  keep planning, with your changes')
        say('  N  deny and stop the turn')
    }
  }
}
