import { planOf } from '../../../state/approvals/request.ts'
import type { ApprovalDecision } from '../../../state/approvals/to-wire.ts'
import { NO_PLAN } from '../../approvals/describe.ts'
import { printable } from '../../terminal/cells.ts'
import type { AskedApproval, Asking } from './ask.ts'

export async function askPlan(
  { request, plan, signal }: AskedApproval,
  { style, say, ask }: Asking,
): Promise<ApprovalDecision | undefined> {
  say(`${style.yellow('?')} ${style.bold('A plan to approve')}`)
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
        return { decision: 'deny', message: await ask('  What should be different? ', signal) }
      case 'N':
        return {
          decision: 'deny',
          message: 'The user denied the plan and stopped the turn.',
          interrupt: true,
        }
      default:
        say('  y  go on with the plan, and ask before each change')
        say('  a  go on with the plan, and accept all edits')
        say('  n  go on planning, with what should be different')
        say('  N  deny it and stop the turn')
    }
  }
}
