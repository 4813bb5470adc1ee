/** How the result of a command changes the screen: a message, and what is undone after a failure. */

import type { AnswerOf } from '../../../api/routes.ts'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { rowsOf } from './changes.ts'
import type { ApiCommand, Command } from './command.ts'
import { editorWith } from './editor.ts'
import { showing } from './looking.ts'
import type { Ui } from './ui-state.ts'

export function afterDone(ui: Ui, command: ApiCommand, receipt: unknown, now: number): Ui {
  const { name, done } = command
  const result = isObject(receipt) ? receipt.result : undefined
  if (name === 'createSession' && isObject(result) && typeof result.id === 'string')
    return { ...showing(ui, result.id), dialog: undefined, focus: 'session' }
  const shown = withChanges(ui, command, receipt)
  return done === undefined ? shown : { ...shown, flash: { text: done, level: 'info', at: now } }
}

export function afterFailure(ui: Ui, { undo }: ApiCommand, message: string, now: number): Ui {
  const told: Ui = { ...ui, flash: { text: message, level: 'error', at: now } }
  if (undo?.type === 'decision')
    return { ...told, decided: { ...ui.decided, ids: ui.decided.ids.filter((id) => id !== undo.id) } }
  if (undo?.type !== 'prompt') return told
  const { session, text, id } = undo
  // Keep what is being typed there by now.
  if (ui.drafts[session]?.editor.text) return told
  return { ...told, drafts: { ...ui.drafts, [session]: { editor: editorWith(text), failed: { text, id } } } }
}

/** Called when $EDITOR has ended; `input` is undefined if it was given up. */
export function withInput(
  ui: Ui,
  { approval, input: before }: Command & { type: 'edit-input' },
  input: JsonObject | undefined,
  problem: string | undefined,
  now: number,
): Ui {
  const told: Ui = problem === undefined ? ui : { ...ui, flash: { text: problem, level: 'error', at: now } }
  if (!input || ui.approval?.id !== approval || JSON.stringify(input) === JSON.stringify(before)) return told
  return { ...told, approval: { ...ui.approval, input, step: { type: 'ask' } } }
}

/** What the Changes pane has asked for, unless it shows something else by now. */
function withChanges(ui: Ui, { name, call }: ApiCommand, answer: unknown): Ui {
  const pane = ui.dialog
  const { params, query } = call as { params?: { id?: string }; query?: { scope?: string; path?: string } }
  if (pane?.type !== 'changes' || pane.session !== params?.id) return ui
  switch (name) {
    case 'listReviewFiles': {
      if (query?.scope !== pane.scope) return ui
      const { files, note, isRepository } = answer as AnswerOf<typeof name>
      const words = note ?? (isRepository ? undefined : 'The folder has no repository.')
      const { note: _, ...rest } = pane
      return { ...ui, dialog: { ...rest, files, ...(words !== undefined && { note: words }) } }
    }
    case 'listComments':
      return { ...ui, dialog: { ...pane, comments: (answer as AnswerOf<typeof name>).comments } }
    case 'diffReviewFile': {
      const { diff } = pane
      if (!diff || diff.path !== query?.path || query?.scope !== pane.scope) return ui
      const next = { ...diff, patch: (answer as AnswerOf<typeof name>).patch }
      const at = Math.max(0, Math.min(diff.at, rowsOf(next).length - 1))
      return { ...ui, dialog: { ...pane, diff: { ...next, at } } }
    }
    default:
      return ui
  }
}
