import type { Risk } from '../../../shell/risks/risk.ts'
import type { ApprovalView } from '../../../state/approvals/view.ts'
import { type Reason, reasonsOf } from '../../../state/approvals/why.ts'
import { Sentence } from '../sentence.tsx'
import { numberOfPart } from './marked-command.ts'

interface Props {
  request: ApprovalView
  command: string | undefined
  risks: readonly Risk[]
}

/** Why the CLI asks, if it says so: the part of the command, the rule and its file. */
export function Why({ request, command, risks }: Props) {
  const reasons = reasonsOf(request.request)
  if (reasons.length === 0) return null
  return (
    <dl className="approval-why">
      <dt>Why it asks</dt>
      <dd>
        {reasons.map((reason, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the reasons of a request never change
          <span key={index}>
            {partWords(reason, command, risks)}
            <Sentence pieces={reason.sentence} />{' '}
          </span>
        ))}
      </dd>
    </dl>
  )
}

function partWords({ part }: Reason, command = '', risks: readonly Risk[]): string {
  const number = part === undefined ? undefined : numberOfPart(command, risks, part)
  return number === undefined ? '' : `Part ${number}: `
}
