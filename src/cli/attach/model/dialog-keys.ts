import { resolve } from 'node:path'
import type { SendMessage } from '../../../api/commands.ts'
import { textOfContent } from '../../../state/turns/prompts.ts'
import type { Key } from '../terminal/keys.ts'
import { changesKey } from './changes-keys.ts'
import { api, flash, OFFLINE, type Step, step } from './command.ts'
import { send } from './composer-keys.ts'
import { edited, editorWith, inserted } from './editor.ts'
import { queueOf } from './looking.ts'
import { choose } from './menu.ts'
import type { Dialog, Ui, World } from './ui-state.ts'

/** An upper limit: the number of lines depends on the width. */
const HELP_LINES = 40

export const WHENS: readonly (readonly [
  when: NonNullable<SendMessage['when']>,
  label: string,
  about: string,
])[] = [
  ['after-turn', 'queue', 'sent after this turn'],
  ['next', 'now', 'added to this turn at its next step'],
  ['now', 'interrupt and send', 'stops this turn'],
]

export function dialogKey(ui: Ui, key: Key, world: World): Step {
  const { dialog } = ui
  const closed = { ...ui, dialog: undefined }
  switch (dialog?.type) {
    case 'help':
      if (key.id !== 'up' && key.id !== 'down') return step(closed)
      return step({ ...ui, dialog: { ...dialog, at: movedAt(dialog.at, key, HELP_LINES) } })
    case 'menu': {
      if (key.id === 'escape' || key.id === 'ctrl-t' || key.id === 'q') return step(closed)
      const chosen = dialog.entries[dialog.at]
      if (key.id === 'enter' && chosen)
        return world.isConnected ? choose(ui, chosen.choice) : step(flash(closed, world, OFFLINE, 'error'))
      return step({ ...ui, dialog: { ...dialog, at: movedAt(dialog.at, key, dialog.entries.length) } })
    }
    case 'new':
      return newKey(ui, dialog, key, world)
    case 'when': {
      if (key.id === 'escape' || key.id === 'q') return step(closed)
      const direct = ['1', '2', '3'].indexOf(key.id)
      const when = WHENS[direct >= 0 ? direct : dialog.at]?.[0]
      if (key.id === 'enter' || direct >= 0) return send(ui, world, when)
      return step({ ...ui, dialog: { ...dialog, at: movedAt(dialog.at, key, WHENS.length) } })
    }
    case 'changes':
      return changesKey(ui, dialog, key, world)
    case 'queue':
      return queueKey(ui, dialog, key, world)
    default:
      return step(closed)
  }
}

function movedAt(at: number, { id }: Key, count: number): number {
  const by = id === 'down' || id === 'j' ? 1 : id === 'up' || id === 'k' ? -1 : 0
  return Math.max(0, Math.min(count - 1, at + by))
}

function newKey(ui: Ui, dialog: Dialog & { type: 'new' }, key: Key, world: World): Step {
  const { field } = dialog
  switch (key.id) {
    case 'escape':
      return step({ ...ui, dialog: undefined })
    case 'tab':
    case 'backtab':
      return step({ ...ui, dialog: { ...dialog, field: field === 'folder' ? 'prompt' : 'folder' } })
    case 'alt-enter':
    case 'shift-enter':
    case 'ctrl-j':
      if (field === 'prompt')
        return step({ ...ui, dialog: { ...dialog, prompt: inserted(dialog.prompt, '\n') } })
      break
    case 'enter': {
      if (field === 'folder') return step({ ...ui, dialog: { ...dialog, field: 'prompt' } })
      if (!world.isConnected) return step(flash(ui, world, OFFLINE, 'error'))
      const prompt = dialog.prompt.text
      const cwd = folderIn(dialog.folder.text.trim(), world)
      const body = { cwd, commandId: world.newId, ...(prompt.trim() !== '' && { prompt }) }
      return step(ui, api('createSession', { body }))
    }
    default:
      break
  }
  const next = edited(dialog[field], key, field === 'folder')
  return step(next ? { ...ui, dialog: { ...dialog, [field]: next } } : ui)
}

/** Reads `~` and relative paths as a shell does. */
function folderIn(text: string, { cwd, home }: World): string {
  return resolve(cwd, home === undefined ? text : text.replace(/^~(?=$|\/)/, home))
}

function queueKey(ui: Ui, dialog: Dialog & { type: 'queue' }, key: Key, world: World): Step {
  const queue = queueOf(world)
  const at = Math.min(dialog.at, Math.max(0, queue.length - 1))
  const chosen = queue[at]
  const { session } = ui
  if ((key.id === 'escape' || key.id === 'q') && !dialog.editor) return step({ ...ui, dialog: undefined })
  if (key.id === 'escape') return step({ ...ui, dialog: { type: 'queue', at } })
  if (!chosen || session === undefined) return step({ ...ui, dialog: undefined })
  const params = { id: session, message: chosen.uuid }
  if (dialog.editor) {
    if (key.id === 'enter') {
      const call = { params, body: { text: dialog.editor.text } }
      return step({ ...ui, dialog: { type: 'queue', at } }, api('patchQueued', call, { done: 'Changed.' }))
    }
    const next =
      key.id === 'alt-enter' || key.id === 'ctrl-j'
        ? inserted(dialog.editor, '\n')
        : edited(dialog.editor, key)
    return step(next ? { ...ui, dialog: { ...dialog, editor: next } } : ui)
  }
  if (key.id === 'x' || key.id === 'delete' || key.id === 'backspace')
    return step(ui, api('cancelQueued', { params }, { done: 'Cancelled.' }))
  if (key.id === 'e' || key.id === 'enter') {
    if (chosen.status !== 'held')
      return step(flash(ui, world, 'Already sent to the CLI: you can cancel it (x), but not edit it.'))
    return step({ ...ui, dialog: { type: 'queue', at, editor: editorWith(textOfContent(chosen.content)) } })
  }
  return step({ ...ui, dialog: { type: 'queue', at: movedAt(at, key, queue.length) } })
}
