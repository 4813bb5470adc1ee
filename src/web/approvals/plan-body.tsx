import { useState } from 'react'
import type { PermissionMode } from '../../protocol/permissions.ts'
import { planText } from '../../state/approvals/view.ts'
import { modeName } from '../../state/mode-names.ts'
import { visible } from '../../state/unseen.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { Select } from '../ui/select.tsx'
import { type ApprovalAction, ApprovalActions } from './approval-actions.tsx'
import type { BodyProps } from './approval-card.tsx'
import { RawRequest } from './raw-request.tsx'
import { DenyForm } from './sub-form.tsx'

const NEXT_MODES = ['default', 'acceptEdits', 'auto'] as const satisfies readonly PermissionMode[]
type NextMode = (typeof NEXT_MODES)[number]

export function PlanBody({ request, hasKeys, answering, review }: BodyProps) {
  const { isWhole, isScrolling, showMore } = review
  const [mode, setMode] = useState<NextMode>('default')
  const [isRefusing, setRefusing] = useState(false)
  const plan = planText(request)
  const approve = (next: NextMode) => void answering.run({ decision: 'allow', mode: next })
  const acceptEdits = {
    key: 'a',
    does: 'approve the plan and accept edits',
    run: () => approve('acceptEdits'),
  }
  const refuse: ApprovalAction = {
    label: 'Keep planning…',
    key: 'n',
    does: 'keep planning, with feedback',
    run: () => setRefusing(true),
    isNo: true,
  }
  return (
    <>
      <section className="approval-plan" aria-label="The plan">
        {plan ? <Markdown text={visible(plan)} /> : <p className="soft">The model wrote no plan.</p>}
      </section>
      <RawRequest request={request} />
      {isRefusing ? (
        <DenyForm
          label="Feedback for the model"
          placeholder="What should be different?"
          submit="Keep planning"
          answering={answering}
          onBack={() => setRefusing(false)}
        />
      ) : (
        <ApprovalActions
          name="Plan"
          hasKeys={hasKeys}
          answering={answering}
          otherKeys={mode === 'acceptEdits' && isWhole && !isScrolling ? [acceptEdits] : []}
          actions={[
            isWhole
              ? {
                  label: 'Approve plan',
                  key: 'y',
                  does: `approve the plan (${modeName(mode)})`,
                  run: () => approve(mode),
                  isCalm: isScrolling,
                }
              : { label: 'Review plan', key: 'y', does: 'show more of the plan', run: showMore },
            mode !== 'acceptEdits' && {
              label: 'Approve and accept edits',
              ...acceptEdits,
              isCalm: isScrolling,
              isLater: !isWhole,
            },
            refuse,
          ]}
        >
          <div className="row approval-mode">
            <span className="soft" aria-hidden="true">
              Continue in
            </span>
            <Select
              aria-label="Continue in"
              options={NEXT_MODES.map((it) => ({ value: it, name: modeName(it) }))}
              value={mode}
              onChoose={setMode}
            />
          </div>
        </ApprovalActions>
      )}
    </>
  )
}
