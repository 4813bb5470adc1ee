/** How the screen's own state follows what the host reports. */
import { questionsOf } from '../../../state/approvals/questions.ts'
import { emptyEditor } from './editor.ts'
import { approvalOf, editorOf, showing } from './looking.ts'
import type { ApprovalStep, Ui, World } from './ui-state.ts'

/** Somebody who is typing pauses less than this between two characters. */
export const TYPING_MS = 800
const FLASH_MS = 6000
/** Steps in which the person types a text. */
export const WRITTEN = new Set<string>(['deny', 'edit', 'form', 'question'])

export function afterNews(ui: Ui, world: World): Ui {
  return withApproval(withoutOld(withSession(ui, world), world), world)
}

/** Shows the chosen session, or the most urgent one. */
function withSession(ui: Ui, { sessions }: World): Ui {
  if (ui.session !== undefined && sessions.some(({ id }) => id === ui.session)) return ui
  // The list may not have arrived yet, or not contain the session yet.
  if (ui.session !== undefined && (sessions.length === 0 || ui.focus === 'session')) return ui
  return showing(ui, sessions.find(({ archived }) => !archived)?.id)
}

function withoutOld(ui: Ui, { now, approvals }: World): Ui {
  const isOver = ui.flash && now - ui.flash.at > FLASH_MS
  const ids = ui.decided.ids.filter((it) => approvals.some(({ id }) => id === it))
  const next = isOver ? { ...ui, flash: undefined } : ui
  return ids.length === ui.decided.ids.length ? next : { ...next, decided: { ...ui.decided, ids } }
}

function withApproval(ui: Ui, world: World): Ui {
  const view = approvalOf(ui, world)
  if (view?.id === ui.approval?.id) return ui
  const { now } = world
  const wasTyping = now - ui.typedAt < TYPING_MS
  if (!view) {
    // Somebody else answered while a message was being typed: the rest of it is not meant for the composer.
    const isOurs = ui.decided.ids.includes(ui.approval?.id ?? '')
    const isLost = WRITTEN.has(ui.approval?.step.type ?? '') && !isOurs && !ui.isWriting && wasTyping
    const gone = { ...ui, approval: undefined, deafSince: isLost ? now : ui.deafSince }
    return isLost
      ? { ...gone, flash: { text: 'This request was answered elsewhere.', level: 'info', at: now } }
      : gone
  }
  const questions = questionsOf(view.request)
  const step: ApprovalStep =
    view.kind === 'question'
      ? {
          type: 'question',
          question: 0,
          at: 0,
          picked: questions.map(() => []),
          own: questions.map(() => emptyEditor),
        }
      : { type: 'ask' }
  const isWriting = editorOf(ui).text !== ''
  return { ...ui, isWriting, approval: { id: view.id, shownAt: now, isSudden: wasTyping, step } }
}
