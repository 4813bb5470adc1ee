import type { PlanApproval } from '../../../client/approvals/approval.ts'
import { printable } from '../../style.ts'
import type { Asking } from './ask.ts'

export async function askPlan(approval: PlanApproval, { style, say, ask }: Asking): Promise<void> {
  say(`${style.yellow('?')} ${style.bold('A plan to approve')}`)
  for (const line of printable(approval.plan || '(the model wrote no plan)').split('\n')) say(`    ${line}`)
  while (approval.status === 'pending') {
    const answer = await ask('  [y]es [a]ccept all edits [n]o [?] ', approval.signal)
    switch (answer) {
      case undefined:
        return
      case 'y':
      case 'yes':
        return void approval.allow()
      case 'a':
        return void approval.allow({ mode: 'acceptEdits' })
      case 'n':
      case 'no':
        return void approval.deny(await ask('  What should be different? ', approval.signal))
      case 'N':
        return void approval.deny('The user denied the plan and stopped the turn.', { interrupt: true })
      default:
        say('  y  go on with the plan, and ask before each change')
        say('  a  go on with the plan, and accept all edits')
        say('  n  go on planning, with what should be different')
        say('  N  deny it and stop the turn')
    }
  }
}
