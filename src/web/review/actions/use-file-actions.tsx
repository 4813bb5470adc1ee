/** What can be done with a changed file: stage, unstage and revert. Reverting asks first. */
import { type ReactNode, useState } from 'react'
import { patchOfChange } from '../../../api/change-patch.ts'
import type { SessionSummary } from '../../../api/resources.ts'
import type { ReviewDiff, ReviewScope } from '../../../api/review-files.ts'
import { newId } from '../../store/action.ts'
import { api } from '../../store/connection.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { CheckIcon, EndIcon, RewindIcon } from '../../ui/icons.ts'
import type { MenuEntry } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast/toasts.ts'
import type { File } from '../viewed.ts'
import { useRepositoryAction } from './use-repository-action.ts'

interface Asked {
  readonly file: File
  /** Only this change of the file. */
  readonly change?: number
}

export interface FileActions {
  readonly entries: readonly MenuEntry[]
  /** Of one change of the file, where that is possible. */
  readonly stage: ((change: number) => void) | undefined
  readonly revert: ((change: number) => void) | undefined
  readonly dialogs: ReactNode
  readonly error: string | undefined
}

export function useFileActions(
  { id, cwd }: Pick<SessionSummary, 'id' | 'cwd'>,
  scope: ReviewScope,
  file: File | undefined,
  answer: ReviewDiff | undefined,
  onDone: () => void,
): FileActions {
  const [asked, setAsked] = useState<Asked>()
  const params = { id }
  const stage = useRepositoryAction(cwd, async (wanted: File, unstage: boolean) => {
    await api.call('stage', { params, body: { commandId: newId(), paths: namesOf(wanted), unstage } })
    onDone()
  })
  const stageChange = useRepositoryAction(cwd, async (change: number) => {
    const patch = patchOfChange(answer?.patch ?? '', change)
    if (patch === undefined) return
    await api.call('stage', { params, body: { commandId: newId(), patch } })
    showToast({ text: 'Staged the change.', tone: 'success' })
    onDone()
  })
  const revert = useRepositoryAction(cwd, async ({ file: wanted, change }: Asked) => {
    const patch =
      change !== undefined ? patchOfChange(answer?.patch ?? '', change) : wholePatch(scope, wanted, answer)
    const what = patch === undefined ? { paths: namesOf(wanted) } : { patch }
    await api.call('revert', { params, body: { commandId: newId(), ...what } })
    setAsked(undefined)
    showToast({ text: `Reverted ${change === undefined ? wanted.path : 'the change'}.`, tone: 'success' })
    onDone()
  })
  // What a turn changed may have changed again since.
  const isNow = scope.scope !== 'turn'
  const isTaken = scope.scope === 'uncommitted'
  const canRevert = file && isNow && (isTaken || (!file.isBinary && answer && !answer.isCut))
  const canRevertChange = canRevert && file.status === 'modified' && answer !== undefined && !answer.isCut
  const entries: MenuEntry[] = file
    ? [
        ...(isTaken && file.staged !== 'all'
          ? [{ name: 'Stage', icon: CheckIcon, run: () => void stage.run(file, false) }]
          : []),
        ...(isTaken && file.staged
          ? [{ name: 'Unstage', icon: EndIcon, run: () => void stage.run(file, true) }]
          : []),
        {
          name: 'Revert file…',
          icon: RewindIcon,
          isDangerous: true,
          isDisabled: !canRevert,
          run: () => setAsked({ file }),
        },
      ]
    : []
  return {
    entries,
    // A change that git has already stays as it is.
    stage:
      canRevertChange && isTaken && file.staged !== 'all'
        ? (change) => void stageChange.run(change)
        : undefined,
    revert: canRevertChange ? (change) => setAsked({ file, change }) : undefined,
    error: stage.error ?? stageChange.error,
    dialogs: (
      <>
        {asked && (
          <Dialog
            title={asked.change === undefined ? 'Revert file?' : 'Revert change?'}
            onClose={() => setAsked(undefined)}
            foot={
              <>
                <Button onClick={() => setAsked(undefined)}>Cancel</Button>
                <Button
                  kind="danger-solid"
                  isPending={revert.isPending}
                  onClick={() => void revert.run(asked)}
                >
                  Revert
                </Button>
              </>
            }
          >
            <div className="stack">
              <p>
                {asked.change === undefined ? 'All changes of ' : 'One change of '}
                <code>{asked.file.path}</code> {sinceInWords(scope)} will be taken back. What is there now
                stays in the repository, under <code>refs/fairlead</code>.
              </p>
              <Failure error={revert.error} />
            </div>
          </Dialog>
        )}
        {stage.dialog}
        {stageChange.dialog}
        {revert.dialog}
      </>
    ),
  }
}

function sinceInWords({ scope, since }: ReviewScope): string {
  if (scope === 'uncommitted') return 'since the last commit'
  if (since === undefined || since === 'base') return 'since the base'
  return since === 0 ? 'since the session began' : `since turn ${since}`
}

/** A file that was renamed is two for git. */
const namesOf = ({ path, from }: File): string[] => (from === undefined ? [path] : [from, path])

/** Undefined where git knows what the file was: in its last commit. */
function wholePatch({ scope }: ReviewScope, file: File, answer: ReviewDiff | undefined): string | undefined {
  return scope === 'uncommitted' || file.isBinary ? undefined : answer?.patch
}
