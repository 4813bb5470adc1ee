import { useState } from 'react'
import { defaultsToNo } from '../../../state/approvals/request.ts'
import { suggestionsOf } from '../../../state/approvals/rules.ts'
import type { ApprovalDecision } from '../../../state/approvals/to-wire.ts'
import type { ApprovalAction } from '../approval-actions.tsx'
import { ApprovalActions } from '../approval-actions.tsx'
import type { BodyProps } from '../approval-card.tsx'
import { RawRequest } from '../raw-request.tsx'
import { DenyForm } from '../sub-form.tsx'
import { EditInput } from './edit-input.tsx'
import { Remember } from './remember.tsx'
import { ToolWhat } from './tool-what.tsx'
import { commandOf } from './use-risks.ts'
import { Why } from './why.tsx'

type Step = 'choose' | 'remember' | 'edit' | 'deny'

export function ToolBody({ request, hasKeys, answering, risks: found, review }: BodyProps) {
  const [step, setStep] = useState<Step>('choose')
  const { isWhole, isLoading, isScrolling, showMore } = review
  const risks = found ?? []
  const suggestions = suggestionsOf(request.request)
  const command = commandOf(request)
  const answer = (decision: ApprovalDecision) => void answering.run(decision)
  const back = () => setStep('choose')
  const isRisky = risks.length > 0 || defaultsToNo(request.request)
  const deny: ApprovalAction = {
    label: 'Deny…',
    key: 'n',
    does: 'deny, with a message',
    run: () => setStep('deny'),
    kind: isRisky && isWhole ? 'primary' : 'danger',
    isNo: true,
  }
  const allow: ApprovalAction = {
    label: isRisky ? 'Allow once' : 'Allow',
    key: 'y',
    does: 'allow',
    run: () => answer({ decision: 'allow' }),
    kind: isRisky ? 'danger' : 'primary',
    // What may be a risk is not known before the grammar is there.
    isDisabled: found === undefined || isLoading,
    isCalm: isScrolling,
  }
  const showRest: ApprovalAction = {
    label: 'Review request',
    key: 'y',
    does: 'show more of the request',
    run: showMore,
  }
  const isOffered = isWhole || isLoading
  const others = (isLater: boolean): (ApprovalAction | false)[] => [
    suggestions.length > 0 && {
      label: 'Allow and remember…',
      shortLabel: 'Remember…',
      key: 'a',
      does: 'allow and remember',
      run: () => setStep(step === 'remember' ? 'choose' : 'remember'),
      isOpen: step === 'remember',
      isLater,
    },
    {
      label: command === undefined ? 'Edit…' : 'Edit command…',
      shortLabel: 'Edit…',
      key: 'e',
      does: 'edit the input, then allow',
      run: () => setStep('edit'),
      isLater,
    },
  ]
  return (
    <>
      <div className="approval-request">
        {step !== 'edit' && <ToolWhat request={request} command={command} risks={risks} />}
        <Why request={request} command={command} risks={risks} />
      </div>
      <RawRequest request={request} />
      {step === 'remember' && (
        <Remember
          request={request}
          suggestions={suggestions}
          isPending={answering.isPending}
          onBack={back}
          onSend={(remember) => answer({ decision: 'allow', remember })}
        />
      )}
      {(step === 'choose' || step === 'remember') && (
        <ApprovalActions
          name="Approval"
          hasKeys={hasKeys}
          answering={answering}
          otherKeys={[
            {
              key: 'N',
              does: 'deny and stop the turn',
              run: () => answer({ decision: 'deny', interrupt: true }),
            },
            ...(allow.isDisabled || !isWhole || isScrolling
              ? []
              : [{ key: 'Mod+Enter', does: 'allow', run: allow.run, inFields: true }]),
          ]}
          actions={isOffered ? [allow, ...others(false), deny] : [showRest, ...others(true), deny]}
        />
      )}
      {step === 'edit' && (
        <EditInput
          request={request}
          answering={answering}
          onBack={back}
          onSend={(input) => answer({ decision: 'allow', input })}
        />
      )}
      {step === 'deny' && (
        <DenyForm
          label="Message to the model"
          placeholder="Why not, or what to do instead (optional)"
          submit="Deny"
          answering={answering}
          onBack={back}
          canStop
        />
      )}
    </>
  )
}
