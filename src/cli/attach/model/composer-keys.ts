import type { SendMessage } from '../../../api/commands.ts'
import type { Key } from '../terminal/keys.ts'
import { api, flash, OFFLINE, type Step, step } from './command.ts'
import { edited, emptyEditor, inserted } from './editor.ts'
import { approvalOf, editorOf, isBusy, withEditor } from './looking.ts'
import type { Ui, World } from './ui-state.ts'

export function composerKey(ui: Ui, key: Key, world: World): Step {
  const editor = editorOf(ui)
  const isEmpty = editor.text === ''
  switch (key.id) {
    case 'enter':
      return sending(ui, world)
    case 'alt-enter':
    case 'shift-enter':
    case 'ctrl-j':
      return step(withEditor(ui, inserted(editor, '\n')))
    case 'escape':
      return escaping(ui, world)
    case 'ctrl-d':
      if (isEmpty) return step(ui, { type: 'quit' })
      break
    case 'home':
      if (isEmpty) return step(ui, { type: 'scroll-to', to: 'start' })
      break
    case 'end':
      if (isEmpty) return step(ui, { type: 'scroll-to', to: 'end' })
      break
    case '?':
      if (isEmpty && !ui.isWriting) return step({ ...ui, dialog: { type: 'help', at: 0 } })
      break
    default:
      break
  }
  const next = edited(editor, key)
  if (next) return step({ ...withEditor(ui, next), isWriting: ui.isWriting || next.text !== '' })
  // At the first and the last line, the arrows scroll the transcript, as a mouse wheel does.
  if (key.id === 'up') return step(ui, { type: 'scroll', by: -1, unit: 'line' })
  if (key.id === 'down') return step(ui, { type: 'scroll', by: 1, unit: 'line' })
  return step(ui)
}

function escaping(ui: Ui, world: World): Step {
  if (ui.isWriting && approvalOf(ui, world)) return step({ ...ui, isWriting: false })
  if (isBusy(world)) return interrupt(ui, world)
  return step({ ...ui, focus: 'list', isWriting: false })
}

export function interrupt(ui: Ui, world: World): Step {
  if (ui.session === undefined) return step(ui)
  if (!world.isConnected) return step(flash(ui, world, OFFLINE, 'error'))
  return step(
    flash(ui, world, 'Interrupting…'),
    api('interrupt', { params: { id: ui.session }, body: {} }, { done: 'Interrupted.' }),
  )
}

function sending(ui: Ui, world: World): Step {
  const { text } = editorOf(ui)
  if (text.trim() === '') return step(ui)
  if (!world.isConnected) return step(flash(ui, world, 'Cannot reach the host; your text is kept.', 'error'))
  if (isBusy(world)) return step({ ...ui, dialog: { type: 'when', at: 0 } })
  return send(ui, world)
}

/** Empties the composer; the text comes back if the host rejects it. */
export function send(ui: Ui, world: World, when?: SendMessage['when']): Step {
  const { session } = ui
  const { text } = editorOf(ui)
  if (session === undefined) return step(ui)
  const failed = ui.drafts[session]?.failed
  const id = failed?.text === text ? failed.id : world.newId
  const body = { id, text, ...(when !== undefined && { when }) }
  return step(
    {
      ...ui,
      drafts: { ...ui.drafts, [session]: { editor: emptyEditor } },
      scroll: undefined,
      isWriting: false,
      dialog: undefined,
    },
    api('sendMessage', { params: { id: session }, body }, { undo: { type: 'prompt', session, text, id } }),
  )
}
