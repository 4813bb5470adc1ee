import type { Key } from '../terminal/keys.ts'
import { approvalKey } from './approval-keys.ts'
import { TYPING_MS, WRITTEN } from './changed.ts'
import { openChanges } from './changes-keys.ts'
import { flash, OFFLINE, type Step, step } from './command.ts'
import { composerKey } from './composer-keys.ts'
import { dialogKey } from './dialog-keys.ts'
import { emptyEditor } from './editor.ts'
import { listKey, newSession } from './list-keys.ts'
import { editorOf, holder, showing, withEditor } from './looking.ts'
import { menuFor, setMode } from './menu.ts'

import type { Ui, World } from './ui-state.ts'

const QUIT_MS = 3000

export function update(before: Ui, key: Key, world: World): Step {
  const { now } = world
  const isDeaf = before.deafSince > 0 && now - before.typedAt < TYPING_MS
  const typedAt = isWritten(before, key, world) ? now : before.typedAt
  if (isDeaf) return step({ ...before, typedAt: now })
  const ui: Ui = { ...before, deafSince: 0, flash: undefined }
  const { ui: next, commands } = everywhere(ui, key, world) ?? byHolder(ui, key, world)
  // Enter ends the typing.
  return { ui: { ...next, typedAt: key.id === 'enter' ? 0 : typedAt }, commands }
}

/** Whether the key writes a character of a text, as opposed to a command. */
function isWritten(ui: Ui, key: Key, world: World): boolean {
  if (key.text === '' || key.id === 'paste') return false
  const has = holder(ui, world)
  if (has.type === 'approval') return WRITTEN.has(has.approval.step.type)
  return has.type === 'composer'
}

function byHolder(ui: Ui, key: Key, world: World): Step {
  const has = holder(ui, world)
  switch (has.type) {
    case 'dialog':
      return dialogKey(ui, key, world)
    case 'list':
      return listKey(ui, key, world)
    case 'approval':
      return approvalKey({ ui, view: has.view, approval: has.approval, key, world })
    case 'composer':
      return composerKey(ui, key, world)
  }
}

/** Keys that mean the same everywhere. */
function everywhere(ui: Ui, key: Key, world: World): Step | undefined {
  switch (key.id) {
    case 'ctrl-c':
      return leaving(ui, world)
    case 'ctrl-z':
      return step(ui, { type: 'suspend' })
    case 'ctrl-l':
      return step(ui, { type: 'redraw' })
    case 'ctrl-o':
      return step({ ...ui, isDetailed: !ui.isDetailed })
    case 'f1':
      return step({ ...ui, dialog: { type: 'help', at: 0 } })
    case 'pageup':
      return step(ui, { type: 'scroll', by: -1, unit: 'page' })
    case 'pagedown':
      return step(ui, { type: 'scroll', by: 1, unit: 'page' })
    case 'ctrl-home':
      return step(ui, { type: 'scroll-to', to: 'start' })
    case 'ctrl-end':
      return step(ui, { type: 'scroll-to', to: 'end' })
    default:
      return ui.dialog ? undefined : beside(ui, key, world)
  }
}

/** Keys that mean the same everywhere except in a dialog. */
function beside(ui: Ui, key: Key, world: World): Step | undefined {
  switch (key.id) {
    case 'tab':
      return step({ ...ui, focus: ui.focus === 'list' && ui.session !== undefined ? 'session' : 'list' })
    case 'ctrl-g':
      return nextWaiting(ui, world)
    case 'ctrl-t':
      return ui.session === undefined ? step(ui) : step({ ...ui, dialog: menuFor(ui, world) })
    case 'ctrl-q':
      return step(ui.session === undefined ? ui : { ...ui, dialog: { type: 'queue', at: 0 } })
    case 'ctrl-r':
      return openChanges(ui, world)
    case 'ctrl-n':
      return step({ ...ui, dialog: newSession(ui, world) })
    case 'backtab':
    case 'shift-tab': {
      if (!world.isConnected) return step(flash(ui, world, OFFLINE, 'error'))
      const order = ['default', 'acceptEdits', 'plan']
      const now = order.indexOf(world.state.facts.permissionMode ?? 'default')
      return setMode(ui, order[(now + 1) % order.length] ?? 'default')
    }
    default:
      return undefined
  }
}

/** Ctrl-C closes the dialog, then clears the text; after that, pressing it twice leaves. */
function leaving(ui: Ui, world: World): Step {
  if (world.now - ui.quitAskedAt < QUIT_MS) return step(ui, { type: 'quit' })
  if (ui.dialog) return step({ ...ui, dialog: undefined })
  if (editorOf(ui).text !== '') return step(withEditor(ui, emptyEditor))
  return step(
    flash({ ...ui, quitAskedAt: world.now }, world, 'Press Ctrl-C again to quit; sessions keep running.'),
  )
}

/** The next session in the list that needs an answer. */
function nextWaiting(ui: Ui, world: World): Step {
  const waiting = world.sessions.filter(({ group }) => group === 'needs-you').map(({ id }) => id)
  const next = waiting[waiting.indexOf(ui.session ?? '') + 1] ?? waiting[0]
  if (next === undefined) return step(flash(ui, world, 'No session needs you.'))
  return step({ ...showing(ui, next), focus: 'session' })
}
