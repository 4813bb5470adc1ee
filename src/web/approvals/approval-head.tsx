import { questionsOf } from '../../state/approvals/questions.ts'
import { inputOf, needsAnswer } from '../../state/approvals/request.ts'
import { type ApprovalView, approvalTitle } from '../../state/approvals/view.ts'
import { textIn } from '../../state/fields.ts'
import { visible } from '../../state/unseen.ts'
import { Chip } from '../ui/chip.tsx'
import { ApprovalIcon, type Icon, PlanIcon, QuestionIcon, WarningIcon } from '../ui/icons.ts'
import { Tag } from '../ui/tag.tsx'

export interface Position {
  readonly number: number
  readonly count: number
}

interface Props {
  request: ApprovalView
  riskCount: number
  /** Among the requests that wait. */
  position: Position | undefined
}

function chipOf(kind: ApprovalView['kind']): { readonly name: string; readonly icon: Icon } {
  if (kind === 'question') return { name: 'Question', icon: QuestionIcon }
  if (kind === 'plan') return { name: 'Needs approval', icon: PlanIcon }
  return needsAnswer(kind)
    ? { name: 'Needs an answer', icon: QuestionIcon }
    : { name: 'Needs approval', icon: ApprovalIcon }
}

/** What is asked for, since when, and where it would run. */
export function ApprovalHead({ request, riskCount, position }: Props) {
  const { kind, cwd, since } = request
  const { name, icon } = chipOf(kind)
  const agent = textIn(request.request.agent_id)
  const isUnboxed = inputOf(request.request).dangerouslyDisableSandbox === true
  return (
    <header className="approval-head">
      <Chip tone="needs-you" icon={icon} since={since}>
        {name}
      </Chip>
      <h2>{headline(request)}</h2>
      {riskCount > 0 && (
        <span className="approval-risks">
          <WarningIcon />
          {riskCount === 1 ? '1 risk' : `${riskCount} risks`}
        </span>
      )}
      {agent && <Tag>sub-agent {visible(agent)}</Tag>}
      <span className="approval-place" title={visible(cwd)}>
        in <code>{visible(cwd.slice(cwd.lastIndexOf('/') + 1) || cwd)}</code>
        {isUnboxed && ', outside the sandbox'}
      </span>
      {position && position.count > 1 && (
        <span className="approval-position">
          {position.number} of {position.count}
        </span>
      )}
    </header>
  )
}

/** A single question is its own headline. */
function headline(request: ApprovalView): string {
  const [first, ...others] = request.kind === 'question' ? questionsOf(request.request) : []
  if (first) return others.length === 0 ? visible(first.question) : `${others.length + 1} questions`
  return approvalTitle(request)
}
