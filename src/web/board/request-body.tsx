import { useMemo, useState } from 'react'
import { answersOf } from '../../state/approvals/questions.ts'
import { inputOf } from '../../state/approvals/request.ts'
import { suggestionsOf } from '../../state/approvals/rules.ts'
import { planText } from '../../state/approvals/view.ts'
import { textIn } from '../../state/fields.ts'
import { shortInput } from '../../state/short-input.ts'
import { visible, visibleIn } from '../../state/unseen.ts'
import { ApprovalActions } from '../approvals/approval-actions.tsx'
import type { BodyProps } from '../approvals/approval-card.tsx'
import { DenyForm } from '../approvals/sub-form.tsx'
import { Remember } from '../approvals/tool/remember.tsx'
import { DiffView } from '../diff/diff-view.tsx'
import { navigate, sessionAddress } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { isCommandWhole, simpleQuestion, wholeEdit } from './whole-request.ts'

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
    case 'dialog':
      return <OtherRequest {...props} open="Review request" />
  }
}

const openSession = ({ request }: Pick<BodyProps, 'request'>) => navigate(sessionAddress(request.session))

type Step = 'choose' | 'remember' | 'deny'

function ToolRequest(props: BodyProps) {
  const { request, hasKeys, answering } = props
  const [step, setStep] = useState<Step>('choose')
  const shown = useMemo(() => visibleIn(request), [request])
  const suggestions = suggestionsOf(request.request)
  const edit = request.toolName === 'Edit' ? wholeEdit(shown) : undefined
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
      {step === 'choose' && (
        <ApprovalActions
          name="Approval"
          hasKeys={hasKeys}
          isPending={answering.isPending}
          actions={[
            isWhole
              ? {
                  label: 'Allow',
                  key: 'y',
                  does: 'allow',
                  run: () => void answering.run({ decision: 'allow' }),
                }
              : { label: 'Review request', run: () => openSession(props) },
            isWhole && suggestions.length > 0 && remember,
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
          suggestions={suggestions}
          isPending={answering.isPending}
          onBack={back}
          onSend={(chosen) => void answering.run({ decision: 'allow', remember: chosen })}
        />
      )}
      {step === 'deny' && (
        <DenyForm
          label="Why not, for the model"
          placeholder="Why not, or what to do instead (optional)"
          submit="Deny"
          answering={answering}
          onBack={back}
        />
      )}
    </>
  )
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
        isPending={answering.isPending}
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
        label="What the plan lacks, for the model"
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
        isPending={answering.isPending}
        actions={[
          { label: 'Read plan', run: () => openSession(props), kind: 'plain' },
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

function OtherRequest({ request, open }: BodyProps & { open: string }) {
  return (
    <div className="approval-actions">
      <Button onClick={() => openSession({ request })}>{open}</Button>
    </div>
  )
}
