/** A plan: go on with it in a mode of one's choice, or have it thought over again. */
import { useState } from 'react'
import type { PermissionMode } from '../../protocol/permissions.ts'
import { planOf } from '../../state/approvals/request.ts'
import { modeName } from '../../state/mode-names.ts'
import { visible } from '../../state/unseen.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { RawJson } from '../ui/raw-json.tsx'
import type { BodyProps } from './approval-card.tsx'
import { useApprovalKeys } from './approval-keys.ts'
import { KeyButton } from './key-button.tsx'
import { MessageForm } from './message-form.tsx'

const NEXT_MODES = ['default', 'acceptEdits', 'auto'] as const satisfies readonly PermissionMode[]
type NextMode = (typeof NEXT_MODES)[number]

export function PlanBody({ request, hasKeys, answering: { run, isPending } }: BodyProps) {
  const [mode, setMode] = useState<NextMode>('default')
  const [isRefusing, setRefusing] = useState(false)
  const plan = planOf(request.request)
  const approve = (next: NextMode) => void run({ decision: 'allow', mode: next })
  useApprovalKeys('Plan', hasKeys && !isRefusing && !isPending, [
    { key: 'y', does: `approve the plan (${modeName(mode)})`, run: () => approve(mode) },
    { key: 'a', does: 'approve the plan and accept edits', run: () => approve('acceptEdits') },
    { key: 'n', does: 'keep planning, with feedback', run: () => setRefusing(true) },
  ])
  return (
    <>
      {/** biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className="approval-plan" tabIndex={0} aria-label="The plan">
        {plan ? (
          <Markdown text={visible(plan)} />
        ) : (
          <p className="soft">The CLI did not say what the plan is.</p>
        )}
      </section>
      {isRefusing ? (
        <MessageForm
          label="What the plan lacks, for the model"
          placeholder="What should be different?"
          send="Keep planning"
          isPending={isPending}
          onBack={() => setRefusing(false)}
          onSend={(message) => void run({ decision: 'deny', ...(message.trim() && { message }) })}
        />
      ) : (
        <div className="approval-actions">
          <label className="row">
            <span className="soft">Go on in</span>
            <select value={mode} onChange={({ target }) => setMode(target.value as NextMode)}>
              {NEXT_MODES.map((it) => (
                <option key={it} value={it}>
                  {modeName(it)}
                </option>
              ))}
            </select>
          </label>
          <KeyButton
            kind="main"
            shortcut={hasKeys && 'y'}
            isPending={isPending}
            onClick={() => approve(mode)}
          >
            Approve
          </KeyButton>
          {mode !== 'acceptEdits' && (
            <KeyButton shortcut={hasKeys && 'a'} disabled={isPending} onClick={() => approve('acceptEdits')}>
              Approve and accept edits
            </KeyButton>
          )}
          <KeyButton shortcut={hasKeys && 'n'} disabled={isPending} onClick={() => setRefusing(true)}>
            Keep planning…
          </KeyButton>
        </div>
      )}
      <RawJson value={request.request} label="Raw request" />
    </>
  )
}
