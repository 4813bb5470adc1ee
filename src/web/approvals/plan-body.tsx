import { useState } from 'react'
import type { PermissionMode } from '../../protocol/permissions.ts'
import { planText } from '../../state/approvals/view.ts'
import { modeName } from '../../state/mode-names.ts'
import { visible } from '../../state/unseen.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { RawJson } from '../ui/raw-json.tsx'
import { Select } from '../ui/select.tsx'
import { ApprovalActions } from './approval-actions.tsx'
import type { BodyProps } from './approval-card.tsx'
import { DenyForm } from './sub-form.tsx'

const NEXT_MODES = ['default', 'acceptEdits', 'auto'] as const satisfies readonly PermissionMode[]
type NextMode = (typeof NEXT_MODES)[number]

export function PlanBody({ request, hasKeys, answering }: BodyProps) {
  const { run, isPending } = answering
  const [mode, setMode] = useState<NextMode>('default')
  const [isRefusing, setRefusing] = useState(false)
  const plan = planText(request)
  const approve = (next: NextMode) => void run({ decision: 'allow', mode: next })
  const acceptEdits = {
    key: 'a',
    does: 'approve the plan and accept edits',
    run: () => approve('acceptEdits'),
  }
  return (
    <>
      {/** biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls */}
      <section className="approval-plan" tabIndex={0} aria-label="The plan">
        {plan ? <Markdown text={visible(plan)} /> : <p className="soft">The model wrote no plan.</p>}
      </section>
      {isRefusing ? (
        <DenyForm
          label="What the plan lacks, for the model"
          placeholder="What should be different?"
          submit="Keep planning"
          answering={answering}
          onBack={() => setRefusing(false)}
        />
      ) : (
        <ApprovalActions
          name="Plan"
          hasKeys={hasKeys}
          isPending={isPending}
          otherKeys={mode === 'acceptEdits' ? [acceptEdits] : []}
          actions={[
            {
              label: 'Approve',
              key: 'y',
              does: `approve the plan (${modeName(mode)})`,
              run: () => approve(mode),
            },
            mode !== 'acceptEdits' && { label: 'Approve and accept edits', ...acceptEdits },
            {
              label: 'Keep planning…',
              key: 'n',
              does: 'keep planning, with feedback',
              run: () => setRefusing(true),
            },
          ]}
        >
          <div className="row">
            <span className="soft" aria-hidden="true">
              Go on in
            </span>
            <Select
              aria-label="Go on in"
              options={NEXT_MODES.map((it) => ({ value: it, name: modeName(it) }))}
              value={mode}
              onChoose={setMode}
            />
          </div>
        </ApprovalActions>
      )}
      <RawJson value={request.request} label="Raw request" />
    </>
  )
}
