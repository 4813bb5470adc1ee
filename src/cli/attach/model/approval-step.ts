/** What the keys of all kinds of approvals have in common. */
import { decisionBody } from '../../../api/decision-body.ts'
import type { ApprovalView } from '../../../api/resources.ts'
import type { ApprovalDecision } from '../../../state/approvals/to-wire.ts'
import type { Key } from '../terminal/keys.ts'
import { api, flash, OFFLINE, type Step, step } from './command.ts'
import { interrupt } from './composer-keys.ts'
import type { ApprovalStep, ApprovalUi, Ui, World } from './ui-state.ts'

/** What is not a decision. */
export function elsewhere(ui: Ui, key: Key, world: World): Step {
  switch (key.id) {
    case 'escape':
      return interrupt(ui, world)
    case 'i':
      return step({ ...ui, isWriting: true })
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

export function at(ui: Ui, approval: ApprovalUi, next: ApprovalStep): Step {
  return step({ ...ui, approval: { ...approval, step: next } })
}

/** The first answer counts, here and at the host. */
export function decided(
  ui: Ui,
  { id, session }: ApprovalView,
  decision: ApprovalDecision,
  world: World,
): Step {
  if (!world.isConnected) return step(flash(ui, world, OFFLINE, 'error'))
  const body = decisionBody(decision)
  const next = { ...ui, decided: { ids: [...ui.decided.ids, id], at: world.now, key: '' } }
  const params = { id: session, approval: id }
  return step(next, api('answerApproval', { params, body }, { undo: { type: 'decision', id } }))
}
