/** What the keys depend on: which part has them, what is asked, whether the session is busy. */
import type { ApprovalView, SessionSummary } from '../../../api/resources.ts'
import { liveness } from '../../../state/liveness/liveness.ts'
import type { OpenPrompt } from '../../../state/turns/prompts.ts'
import { type Editor, emptyEditor } from './editor.ts'
import type { ApprovalUi, Ui, World } from './ui-state.ts'

const BUSY = new Set(['thinking', 'streaming', 'awaiting-approval', 'stalled'])
/** From this width on, list and session are shown side by side. */
export const WIDE = 90

export function isBusy({ state, now }: World): boolean {
  return BUSY.has(liveness(state, now).status)
}

export function summaryOf({ session }: Ui, { sessions }: World): SessionSummary | undefined {
  return sessions.find(({ id }) => id === session)
}

/** The session's oldest pending approval whose answer is not on its way yet. */
export function approvalOf({ session, decided }: Ui, { approvals }: World): ApprovalView | undefined {
  return approvals.find((it) => it.session === session && !decided.ids.includes(it.id))
}

export type Holder =
  | { readonly type: 'dialog' | 'list' | 'composer' }
  | { readonly type: 'approval'; readonly view: ApprovalView; readonly approval: ApprovalUi }

/** The part of the screen that gets the keys. */
export function holder(ui: Ui, world: World): Holder {
  if (ui.dialog) return { type: 'dialog' }
  if (ui.focus === 'list') return { type: 'list' }
  const view = approvalOf(ui, world)
  const { approval } = ui
  if (view && approval?.id === view.id && !ui.isWriting) return { type: 'approval', view, approval }
  return { type: 'composer' }
}

export function editorOf({ drafts, session }: Ui): Editor {
  return (session === undefined ? undefined : drafts[session]?.editor) ?? emptyEditor
}

export function withEditor(ui: Ui, editor: Editor): Ui {
  const { session, drafts } = ui
  if (session === undefined) return ui
  return { ...ui, drafts: { ...drafts, [session]: { ...drafts[session], editor } } }
}

/** Prompts that have not started a turn. */
export function queueOf({ state }: World): readonly OpenPrompt[] {
  return state.prompts.open.filter(
    ({ status, sentAt }) => status === 'held' || (status !== 'running' && sentAt),
  )
}

/** Shows another session, from its end. */
export function showing(ui: Ui, session: string | undefined): Ui {
  if (ui.session === session) return ui
  return { ...ui, session, scroll: undefined, isWriting: false, approval: undefined }
}
