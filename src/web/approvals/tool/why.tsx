import type { Risk } from '../../../shell/risks/risk.ts'
import { inputOf } from '../../../state/approvals/request.ts'
import type { ApprovalView } from '../../../state/approvals/view.ts'
import { type Reason, reasonsOf } from '../../../state/approvals/why.ts'
import { textIn } from '../../../state/fields.ts'
import { visible } from '../../../state/unseen.ts'
import { Sentence } from '../sentence.tsx'
import { numberOfPart } from './marked-command.ts'

interface Props {
  request: ApprovalView
  command: string | undefined
  risks: readonly Risk[]
}

/** Why the CLI asks, if it says so: the part of the command, the rule and its file. */
export function Why({ request, command, risks }: Props) {
  const reasons = reasonsOf(request.request, request.cwd)
  const told = textIn(request.request.description) ?? textIn(inputOf(request.request).description)
  const purpose = command === undefined ? undefined : told
  if (reasons.length === 0 && purpose === undefined) return null
  return (
    <dl className="approval-why">
      {purpose !== undefined && (
        <>
          <dt>The model says</dt>
          <dd>{visible(purpose)}</dd>
        </>
      )}
      {reasons.length > 0 && <dt>Why it asks</dt>}
      {reasons.length > 0 && (
        <dd>
          {reasons.map((reason, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the reasons of a request never change
            <span key={index}>
              {partWords(reason, command, risks)}
              <Sentence pieces={reason.sentence} />{' '}
            </span>
          ))}
        </dd>
      )}
    </dl>
  )
}

function partWords({ part }: Reason, command = '', risks: readonly Risk[]): string {
  const number = part === undefined ? undefined : numberOfPart(command, risks, part)
  return number === undefined ? '' : `Part ${number}: `
}
