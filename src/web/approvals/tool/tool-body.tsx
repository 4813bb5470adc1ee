/** A tool that wants to run: what, why, where, and the five ways to answer. */
import { useMemo, useState } from 'react'
import { defaultsToNo } from '../../../state/approvals/request.ts'
import { suggestionsOf } from '../../../state/approvals/rules.ts'
import type { ApprovalDecision } from '../../../state/approvals/to-wire.ts'
import { visibleIn } from '../../../state/unseen.ts'
import { RawJson } from '../../ui/raw-json.tsx'
import type { BodyProps } from '../approval-card.tsx'
import { useApprovalKeys } from '../approval-keys.ts'
import { KeyButton } from '../key-button.tsx'
import { MessageForm } from '../message-form.tsx'
import { EditInput } from './edit-input.tsx'
import { Remember } from './remember.tsx'
import { ToolWhat } from './tool-what.tsx'
import { ToolWhy } from './tool-why.tsx'

type Step = 'choose' | 'remember' | 'edit' | 'deny'

export function ToolBody({ request, hasKeys, answering }: BodyProps) {
  const [step, setStep] = useState<Step>('choose')
  const { run, isPending } = answering
  const suggestions = suggestionsOf(request.request)
  const shown = useMemo(() => visibleIn(request), [request])
  const answer = (decision: ApprovalDecision) => void run(decision)
  const allow = () => answer({ decision: 'allow' })
  const stop = () => answer({ decision: 'deny', interrupt: true })
  const back = () => setStep('choose')
  const canRemember = suggestions.length > 0
  const isOn = hasKeys && step === 'choose' && !isPending
  useApprovalKeys('Approval', isOn, [
    { key: 'y', does: 'allow', run: allow },
    ...(canRemember ? [{ key: 'a', does: 'allow and remember', run: () => setStep('remember') }] : []),
    { key: 'e', does: 'edit the input, then allow', run: () => setStep('edit') },
    { key: 'n', does: 'deny, with a message', run: () => setStep('deny') },
    { key: 'N', does: 'deny and stop the turn', run: stop },
  ])
  return (
    <>
      {step !== 'edit' && <ToolWhat request={shown} />}
      <ToolWhy request={shown} />
      {step === 'choose' && (
        <div className="approval-actions">
          <KeyButton
            kind={defaultsToNo(request.request) ? 'plain' : 'main'}
            shortcut={hasKeys && 'y'}
            isPending={isPending}
            onClick={allow}
          >
            Allow
          </KeyButton>
          {canRemember && (
            <KeyButton shortcut={hasKeys && 'a'} disabled={isPending} onClick={() => setStep('remember')}>
              Allow and remember…
            </KeyButton>
          )}
          <KeyButton shortcut={hasKeys && 'e'} disabled={isPending} onClick={() => setStep('edit')}>
            Edit…
          </KeyButton>
          <KeyButton
            kind="danger"
            shortcut={hasKeys && 'n'}
            disabled={isPending}
            onClick={() => setStep('deny')}
          >
            Deny…
          </KeyButton>
          <KeyButton kind="danger" shortcut={hasKeys && 'N'} disabled={isPending} onClick={stop}>
            Deny and stop
          </KeyButton>
        </div>
      )}
      {step === 'remember' && (
        <Remember
          suggestions={suggestions}
          isPending={isPending}
          onBack={back}
          onSend={(remember) => answer({ decision: 'allow', remember })}
        />
      )}
      {step === 'edit' && (
        <EditInput
          request={request}
          isPending={isPending}
          onBack={back}
          onSend={(input) => answer({ decision: 'allow', input })}
        />
      )}
      {step === 'deny' && (
        <MessageForm
          label="Why not, for the model"
          placeholder="Why not, or what to do instead (may be left empty)"
          send="Deny"
          isPending={isPending}
          onBack={back}
          onSend={(message) => answer({ decision: 'deny', ...(message.trim() && { message }) })}
        />
      )}
      <RawJson value={request.request} label="Raw request" />
    </>
  )
}
