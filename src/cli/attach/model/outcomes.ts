/** How the result of a command changes the screen: a message, and what is undone after a failure. */
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { ApiCommand, Command } from './command.ts'
import { editorWith } from './editor.ts'
import { showing } from './looking.ts'
import type { Ui } from './ui-state.ts'

export function afterDone(ui: Ui, { name, done }: ApiCommand, receipt: unknown, now: number): Ui {
  const result = isObject(receipt) ? receipt.result : undefined
  if (name === 'createSession' && isObject(result) && typeof result.id === 'string')
    return { ...showing(ui, result.id), dialog: undefined, focus: 'session' }
  return done === undefined ? ui : { ...ui, flash: { text: done, level: 'info', at: now } }
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
