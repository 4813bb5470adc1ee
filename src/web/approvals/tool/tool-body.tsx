import { useMemo, useState } from 'react'
import { defaultsToNo, needsPerson } from '../../../state/approvals/request.ts'
import { suggestionsOf } from '../../../state/approvals/rules.ts'
import type { ApprovalDecision } from '../../../state/approvals/to-wire.ts'
import type { ApprovalView } from '../../../state/approvals/view.ts'
import { objectIn, textIn } from '../../../state/fields.ts'
import { visibleIn } from '../../../state/unseen.ts'
import { RawJson } from '../../ui/raw-json.tsx'
import { ApprovalActions } from '../approval-actions.tsx'
import type { BodyProps } from '../approval-card.tsx'
import { DenyForm } from '../sub-form.tsx'
import { EditInput } from './edit-input.tsx'
import { Remember } from './remember.tsx'
import { ToolWhat } from './tool-what.tsx'

type Step = 'choose' | 'remember' | 'edit' | 'deny'

export function ToolBody({ request, hasKeys, answering }: BodyProps) {
  const [step, setStep] = useState<Step>('choose')
  const { run, isPending } = answering
  const suggestions = suggestionsOf(request.request)
  const shown = useMemo(() => visibleIn(request), [request])
  const answer = (decision: ApprovalDecision) => void run(decision)
  const back = () => setStep('choose')
  const go = (next: Step) => () => setStep(next)
  return (
    <>
      {step !== 'edit' && <ToolWhat request={shown} />}
      <ToolWhy request={shown} />
      {step === 'choose' && (
        <ApprovalActions
          name="Approval"
          hasKeys={hasKeys}
          isPending={isPending}
          actions={[
            {
              label: 'Allow',
              key: 'y',
              does: 'allow',
              run: () => answer({ decision: 'allow' }),
              kind: defaultsToNo(request.request) ? 'plain' : 'primary',
            },
            suggestions.length > 0 && {
              label: 'Allow and remember…',
              key: 'a',
              does: 'allow and remember',
              run: go('remember'),
            },
            { label: 'Edit…', key: 'e', does: 'edit the input, then allow', run: go('edit') },
            { label: 'Deny…', key: 'n', does: 'deny, with a message', run: go('deny'), kind: 'danger' },
            {
              label: 'Deny and stop',
              key: 'N',
              does: 'deny and stop the turn',
              run: () => answer({ decision: 'deny', interrupt: true }),
              kind: 'danger',
            },
          ]}
        />
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
        <DenyForm
          label="Why not, for the model"
          placeholder="Why not, or what to do instead (may be left empty)"
          submit="Deny"
          answering={answering}
          onBack={back}
        />
      )}
      <RawJson value={request.request} label="Raw request" />
    </>
  )
}

const TYPES: Readonly<Record<string, string>> = {
  rule: 'a rule',
  mode: 'the mode',
  hook: 'a hook',
  workingDir: 'outside the working folder',
  subcommandResults: 'a part of the command',
  safetyCheck: 'a safety check',
  classifier: 'the classifier',
}

/** Why the CLI asks, if it says so. */
function ToolWhy({ request: { request } }: { request: ApprovalView }) {
  const reason = textIn(request.decision_reason)
  const given = textIn(request.decision_reason_type)
  const type = given === 'other' ? undefined : given
  const hook = textIn(request.decision_reason_hook_event)
  const blocked = textIn(request.blocked_path)
  const server = objectIn(request.mcp_server)
  const serverName = textIn(server?.name)
  const source = textIn(server?.source)
  const facts = [
    (reason ?? type) !== undefined && [
      'Why',
      [type && (TYPES[type] ?? type), hook, reason].filter(Boolean).join(': '),
    ],
    blocked && ['Blocked path', blocked],
    serverName && ['MCP server', source ? `${serverName}, from ${source}` : serverName],
    needsPerson(request) && ['Note', 'Only a person may decide this.'],
  ].filter((it): it is [string, string] => Array.isArray(it))
  if (facts.length === 0) return null
  return (
    <dl className="approval-facts">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
