import { patchOfChange } from '../../../api/change-patch.ts'
import type { Key } from '../terminal/keys.ts'
import {
  type ChangesPane,
  changeAt,
  changesPane,
  chosenLines,
  fileAt,
  type OpenDiff,
  readPane,
  rowsOf,
  SCOPES,
} from './changes.ts'
import { type ApiCommand, api, flash, OFFLINE, type Step, step } from './command.ts'
import { edited, emptyEditor, inserted } from './editor.ts'
import type { Ui, World } from './ui-state.ts'

/** Opens the pane for the session that is shown. */
export function openChanges(ui: Ui, world: World): Step {
  const { session } = ui
  if (session === undefined) return step(ui)
  if (!world.isConnected) return step(flash(ui, world, OFFLINE, 'error'))
  const pane = changesPane(session, world)
  return step({ ...ui, focus: 'session', dialog: pane }, ...readPane(pane))
}

export function changesKey(ui: Ui, pane: ChangesPane, key: Key, world: World): Step {
  const to = (next: ChangesPane, ...commands: ApiCommand[]) => step({ ...ui, dialog: next }, ...commands)
  if (pane.writing) return writingKey(ui, pane, pane.writing, key, world)
  if (pane.asked) {
    const { asked, ...rest } = pane
    return key.id === 'y' ? to(rest, asked.command) : to(rest)
  }
  const params = { id: pane.session }
  const again = readPane(pane)
  switch (key.id) {
    case '1':
    case '2':
    case '3': {
      const { files: _, diff: __, note: ___, ...rest } = pane
      const next = { ...rest, scope: SCOPES[Number(key.id) - 1] ?? 'base', at: 0 }
      return to(next, ...readPane(next))
    }
    case 'R':
      return to(pane, ...again)
    case 'C':
      return to({ ...pane, writing: { what: 'commit', editor: emptyEditor } })
    case 'S': {
      const drafts = pane.comments.filter(({ status }) => status === 'draft').length
      if (drafts === 0) return step(flash(ui, world, 'There are no drafts. Press c on a line to write one.'))
      const call = { params, body: { commandId: world.newId } }
      return to(pane, api('sendComments', call, { done: `Sent ${drafts} as one prompt.`, next: again }))
    }
    default:
      return pane.diff ? diffKey(ui, pane, pane.diff, key, world) : filesKey(ui, pane, key, world)
  }
}

function filesKey(ui: Ui, pane: ChangesPane, key: Key, world: World): Step {
  const to = (next: ChangesPane, ...commands: ApiCommand[]) => step({ ...ui, dialog: next }, ...commands)
  const { session, scope, files = [] } = pane
  const file = fileAt(pane)
  const params = { id: session }
  const moved = (by: number) => ({ ...pane, at: Math.max(0, Math.min(files.length - 1, pane.at + by)) })
  switch (key.id) {
    case 'up':
    case 'k':
      return to(moved(-1))
    case 'down':
    case 'j':
      return to(moved(1))
    case 'enter':
    case 'right':
    case 'l':
      if (!file) return to(pane)
      return to(
        { ...pane, diff: { path: file.path, at: 0 } },
        api('diffReviewFile', { params, query: { scope, path: file.path } }),
      )
    case ' ': {
      if (!file) return to(pane)
      if (scope !== 'uncommitted') return step(flash(ui, world, UNCOMMITTED))
      const body = { commandId: world.newId, paths: [file.path], unstage: file.staged === 'all' }
      return to(pane, api('stage', { params, body }, { next: readPane(pane) }))
    }
    case 'x': {
      if (!file) return to(pane)
      if (scope !== 'uncommitted') return step(flash(ui, world, UNCOMMITTED))
      const body = { commandId: world.newId, paths: [file.path] }
      return to(ask(pane, `Revert ${file.path}?`, 'revert', body))
    }
    case 'escape':
    case 'left':
    case 'h':
    case 'q':
      return step({ ...ui, dialog: undefined })
    default:
      return to(pane)
  }
}

const UNCOMMITTED = 'Press 2 first: only changes that are not committed can be staged or reverted.'

function diffKey(ui: Ui, pane: ChangesPane, diff: OpenDiff, key: Key, world: World): Step {
  const to = (next: ChangesPane, ...commands: ApiCommand[]) => step({ ...ui, dialog: next }, ...commands)
  const rows = rowsOf(diff)
  const at = (row: number) => {
    const kept = Math.max(0, Math.min(rows.length - 1, row))
    return to({ ...pane, diff: { ...diff, at: kept } })
  }
  const page = Math.max(1, world.rows - 8)
  switch (key.id) {
    case 'up':
    case 'k':
      return at(diff.at - 1)
    case 'down':
    case 'j':
      return at(diff.at + 1)
    case 'ctrl-u':
      return at(diff.at - page)
    case 'ctrl-d':
    case ' ':
      if (key.id === ' ' && pane.scope === 'uncommitted') return onChange(ui, pane, diff, 'stage', world)
      return at(diff.at + page)
    case 'g':
    case 'home':
      return at(0)
    case 'G':
    case 'end':
      return at(rows.length - 1)
    case 'n':
      return at(next(rows, diff.at, 1))
    case 'p':
      return at(next(rows, diff.at, -1))
    case 'v': {
      const { markedFrom, ...rest } = diff
      return to({ ...pane, diff: markedFrom === undefined ? { ...rest, markedFrom: diff.at } : rest })
    }
    case 'c':
      if (rows.length === 0) return to(pane)
      return to({ ...pane, writing: { what: 'comment', editor: emptyEditor } })
    case 'x':
      return onChange(ui, pane, diff, 'revert', world)
    case 'escape':
    case 'left':
    case 'h':
    case 'q': {
      const { diff: _, ...rest } = pane
      return to(rest)
    }
    default:
      return to(pane)
  }
}

/** The row at which the next change begins, in one direction. */
function next(rows: ReturnType<typeof rowsOf>, at: number, by: 1 | -1): number {
  for (let row = at + by; row >= 0 && row < rows.length; row += by)
    if (rows[row]?.change !== undefined) return row
  return at
}

function onChange(ui: Ui, pane: ChangesPane, diff: OpenDiff, what: 'stage' | 'revert', world: World): Step {
  const change = changeAt(diff)
  if (pane.scope !== 'uncommitted') return step(flash(ui, world, UNCOMMITTED))
  const patch = change === undefined ? undefined : patchOfChange(diff.patch ?? '', change - 1)
  if (patch === undefined) return step(flash(ui, world, 'Choose a line that was changed.'))
  const body = { commandId: world.newId, patch }
  const params = { id: pane.session }
  if (what === 'revert')
    return step({ ...ui, dialog: ask(pane, `Revert change ${change} of ${diff.path}?`, 'revert', body) })
  const done = { done: `Staged change ${change}.`, next: readPane(pane) }
  return step(ui, api('stage', { params, body }, done))
}

function ask(
  pane: ChangesPane,
  words: string,
  name: 'revert',
  body: { commandId: string; paths?: string[]; patch?: string },
): ChangesPane {
  const call = { params: { id: pane.session }, body }
  return { ...pane, asked: { words, command: api(name, call, { done: 'Reverted.', next: readPane(pane) }) } }
}

function writingKey(
  ui: Ui,
  pane: ChangesPane,
  { what, editor }: NonNullable<ChangesPane['writing']>,
  key: Key,
  world: World,
): Step {
  const { writing: _, ...rest } = pane
  switch (key.id) {
    case 'escape':
      return step({ ...ui, dialog: rest })
    case 'alt-enter':
    case 'shift-enter':
    case 'ctrl-j':
      return step({ ...ui, dialog: { ...pane, writing: { what, editor: inserted(editor, '\n') } } })
    case 'enter': {
      if (editor.text.trim() === '') return step({ ...ui, dialog: rest })
      if (!world.isConnected) return step(flash(ui, world, OFFLINE, 'error'))
      const params = { id: pane.session }
      const commandId = world.newId
      if (what === 'commit') {
        const call = { params, body: { commandId, message: editor.text } }
        const kept: ApiCommand = api('commit', call, { done: 'Committed.', next: readPane(rest) })
        return step({ ...ui, dialog: rest }, kept)
      }
      const { diff } = pane
      const lines = diff && chosenLines(diff)
      if (!diff || !lines) return step({ ...ui, dialog: rest })
      const body = { commandId, path: diff.path, ...lines, text: editor.text }
      const { markedFrom: _marked, ...unmarked } = diff
      return step(
        { ...ui, dialog: { ...rest, diff: unmarked } },
        api(
          'addComment',
          { params, body },
          { done: 'Kept as a draft. S sends all drafts.', next: readPane(rest) },
        ),
      )
    }
    default: {
      const next = edited(editor, key)
      return step(next ? { ...ui, dialog: { ...pane, writing: { what, editor: next } } } : ui)
    }
  }
}
