import { decisionBody } from '../../../api/decision-body.ts'
import type { ApprovalView } from '../../../api/resources.ts'
import type { ApprovalDecision } from '../../../state/approvals/to-wire.ts'
import type { Key } from '../terminal/keys.ts'
import { api, flash, OFFLINE, type Step, step } from './command.ts'
import { interrupt } from './composer-keys.ts'
import { edited } from './editor.ts'
import type { ApprovalStep, ApprovalUi, Ui, World } from './ui-state.ts'

/** A key that was pressed while an approval has the keys. */
export interface KeyPress {
  readonly ui: Ui
  readonly view: ApprovalView
  readonly approval: ApprovalUi
  readonly key: Key
  readonly world: World
}

/** Keys that decide nothing. */
export function otherKey({ ui, key, world }: KeyPress): Step {
  switch (key.id) {
    case 'escape':
      return interrupt(ui, world)
    case 'i':
      return step({ ...ui, isWriting: true })
    case 'q':
      return step(ui, { type: 'quit' })
    case '?':
      return step({ ...ui, dialog: { type: 'help', at: 0 } })
    case 'up':
      return step(ui, { type: 'scroll', by: -1, unit: 'line' })
    case 'down':
      return step(ui, { type: 'scroll', by: 1, unit: 'line' })
    case 'home':
      return step(ui, { type: 'scroll-to', to: 'start' })
    case 'end':
      return step(ui, { type: 'scroll-to', to: 'end' })
    default:
      return step(ui)
  }
}

export function at({ ui, approval }: KeyPress, next: ApprovalStep): Step {
  return step({ ...ui, approval: { ...approval, step: next } })
}

/** The keys of a step that is one line of text; undefined for Enter. */
export function typed(press: KeyPress, now: ApprovalStep & { type: 'edit' | 'deny' }): Step | undefined {
  const { ui, key } = press
  if (key.id === 'enter') return undefined
  if (key.id === 'escape') return at(press, { type: 'ask' })
  const editor = edited(now.editor, key, true)
  return editor ? at(press, { ...now, editor }) : step(ui)
}

/** Hides the approval at once: a second decision is not possible, here or at the host. */
export function decided({ ui, view: { id, session }, world }: KeyPress, decision: ApprovalDecision): Step {
  if (!world.isConnected) return step(flash(ui, world, OFFLINE, 'error'))
  const body = decisionBody(decision)
  const next = { ...ui, decided: { ids: [...ui.decided.ids, id], at: world.now, key: '' } }
  const params = { id: session, approval: id }
  return step(next, api('answerApproval', { params, body }, { undo: { type: 'decision', id } }))
}
