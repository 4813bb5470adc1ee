import { useMemo, useState } from 'react'
import type { Risk } from '../../shell/risks/risk.ts'
import { answersOf } from '../../state/approvals/questions.ts'
import { defaultsToNo, inputOf } from '../../state/approvals/request.ts'
import { suggestionsOf } from '../../state/approvals/rules.ts'
import { type ApprovalView, planText } from '../../state/approvals/view.ts'
import { textIn } from '../../state/fields.ts'
import { shortInput } from '../../state/short-input.ts'
import { visible, visibleIn } from '../../state/unseen.ts'
import type { Answering } from '../approvals/answer.ts'
import { ApprovalActions } from '../approvals/approval-actions.tsx'
import { DenyForm } from '../approvals/sub-form.tsx'
import { Remember } from '../approvals/tool/remember.tsx'
import { useRisks } from '../approvals/tool/use-risks.ts'
import { DiffView } from '../diff/diff-view.tsx'
import { navigate, sessionAddress } from '../router.ts'
import { WarningIcon } from '../ui/icons.ts'
import { isCommandWhole, simpleQuestion, wholeEdit } from './whole-request.ts'

interface BodyProps {
  request: ApprovalView
  hasKeys: boolean
  answering: Answering
}

export function RequestBody(props: BodyProps) {
  const { request } = props
  switch (request.kind) {
    case 'tool':
      return <ToolRequest {...props} />
    case 'question':
      return simpleQuestion(request) ? (
        <QuestionRequest {...props} />
      ) : (
        <OtherRequest {...props} open="Answer questions" />
      )
    case 'plan':
      return <PlanRequest {...props} />
    case 'elicitation':
      return <OtherRequest {...props} open="Fill in form" />
    default:
      return <OtherRequest {...props} open="Review request" />
  }
}

const opens = (props: Pick<BodyProps, 'request'>) => ({
  key: 'Enter',
  does: 'open the request',
  run: () => openSession(props),
})
const openSession = ({ request }: Pick<BodyProps, 'request'>) => navigate(sessionAddress(request.session))

type Step = 'choose' | 'remember' | 'deny'

function ToolRequest(props: BodyProps) {
  const { request, hasKeys, answering } = props
  const [step, setStep] = useState<Step>('choose')
  const shown = useMemo(() => visibleIn(request), [request])
  const suggestions = suggestionsOf(request.request)
  const edit = request.toolName === 'Edit' ? wholeEdit(shown) : undefined
  const risks = useRisks(request)
  const isSafe = risks?.length === 0
  const isWhole = edit !== undefined || (request.toolName === 'Bash' && isCommandWhole(shown))
  const back = () => setStep('choose')
  const remember = {
    label: 'Remember…',
    key: 'a',
    does: 'allow and remember',
    run: () => setStep('remember'),
  }
  return (
    <>
      {edit ? <DiffView {...edit} /> : <RequestText request={shown} />}
      {risks && risks.length > 0 && (
        <p className="board-risks">
          <WarningIcon />
          {risksInWords(risks)}
        </p>
      )}
      {step === 'choose' && (
        <ApprovalActions
          name="Approval"
          hasKeys={hasKeys}
          answering={answering}
          actions={[
            isWhole && (isSafe || !risks) && !defaultsToNo(request.request)
              ? {
                  label: 'Allow',
                  key: 'y',
                  does: 'allow',
                  run: () => void answering.run({ decision: 'allow' }),
                  // What may be a risk is not known before the grammar is there.
                  isDisabled: !risks,
                }
              : { label: 'Review request', ...opens(props) },
            isWhole && isSafe && suggestions.length > 0 && remember,
            {
              label: 'Deny…',
              key: 'n',
              does: 'deny, with a reason',
              run: () => setStep('deny'),
              kind: 'danger',
            },
          ]}
        />
      )}
      {step === 'remember' && (
        <Remember
          request={request}
          suggestions={suggestions}
          isPending={answering.isPending}
          onBack={back}
          onSend={(chosen) => void answering.run({ decision: 'allow', remember: chosen })}
        />
      )}
      {step === 'deny' && (
        <DenyForm
          label="Message to the model"
          placeholder="Why not, or what to do instead (optional)"
          submit="Deny"
          answering={answering}
          onBack={back}
        />
      )}
    </>
  )
}

/** The titles of the risks in one line, each once. */
function risksInWords(risks: readonly Risk[]): string {
  const [first = '', ...others] = [...new Set(risks.map(({ title }) => title))]
  return [first, ...others.map((title) => title.charAt(0).toLowerCase() + title.slice(1))].join(', ')
}

/** The command, or the tool with the part of its input that tells most. */
function RequestText({ request }: Pick<BodyProps, 'request'>) {
  const input = inputOf(request.request)
  const command = request.toolName === 'Bash' ? textIn(input.command) : undefined
  return (
    <pre className="board-request">
      {command === undefined ? `${request.toolName ?? 'Tool'} ${shortInput(input)}` : `$ ${command}`}
    </pre>
  )
}

function QuestionRequest({ request, hasKeys, answering }: BodyProps) {
  const question = simpleQuestion(request)
  if (!question) return null
  const { options } = question
  const answer = (label: string) =>
    void answering.run({ decision: 'allow', answers: answersOf([question], [{ labels: [label], own: '' }]) })
  return (
    <>
      <p className="board-question">{visible(question.question)}</p>
      <ApprovalActions
        name="Question"
        hasKeys={hasKeys}
        answering={answering}
        actions={[
          ...options.map(({ label }, index) => ({
            label: visible(label),
            key: String(index + 1),
            does: `answer ${label}`,
            run: () => answer(label),
            kind: 'plain' as const,
          })),
          {
            label: 'Other…',
            key: String(options.length + 1),
            does: 'open the question',
            run: () => openSession({ request }),
            kind: 'quiet',
          },
        ]}
      />
    </>
  )
}

function PlanRequest(props: BodyProps) {
  const { request, hasKeys, answering } = props
  const [isReplying, setReplying] = useState(false)
  const steps = planText(request).match(/^\s*\d+[.)]\s/gm)?.length ?? 0
  if (isReplying)
    return (
      <DenyForm
        label="Feedback for the model"
        placeholder="What should be different?"
        submit="Keep planning"
        answering={answering}
        onBack={() => setReplying(false)}
      />
    )
  return (
    <>
      {steps > 1 && <p className="soft">{steps} steps</p>}
      <ApprovalActions
        name="Plan"
        hasKeys={hasKeys}
        answering={answering}
        actions={[
          { label: 'Read plan', ...opens(props), kind: 'plain' },
          {
            label: 'Reply…',
            key: 'n',
            does: 'reply to the plan',
            run: () => setReplying(true),
            kind: 'quiet',
          },
        ]}
      />
    </>
  )
}

function OtherRequest({ request, hasKeys, answering, open }: BodyProps & { open: string }) {
  return (
    <ApprovalActions
      name="Approval"
      hasKeys={hasKeys}
      answering={answering}
      actions={[{ label: open, ...opens({ request }), kind: 'plain' }]}
    />
  )
}
