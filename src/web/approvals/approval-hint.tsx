import { defaultsToNo, needsAnswer } from '../../state/approvals/request.ts'
import type { ApprovalView } from '../../state/approvals/view.ts'
import { Kbd } from '../ui/kbd.tsx'
import { useRisks } from './tool/use-risks.ts'

/** How the keyboard gets from the message field to an answer. */
export function ApprovalHint({ request }: { request: ApprovalView }) {
  const risks = useRisks(request)
  const isRisky = (risks?.length ?? 0) > 0 || defaultsToNo(request.request)
  if (needsAnswer(request.kind))
    return (
      <span className="approval-hint">
        <Kbd>Esc</Kbd> to answer
      </span>
    )
  const no = request.kind === 'plan' ? 'keep planning' : 'deny'
  const yes = request.kind === 'plan' ? 'approve' : 'allow'
  return (
    <span className="approval-hint">
      <Kbd>Esc</Kbd> then <Kbd>{isRisky ? 'n' : 'y'}</Kbd> to {isRisky ? no : yes}
    </span>
  )
}
