/** Something waits for a decision and has the keys: y a e n N, and what follows each of them. */
import type { ApprovalView } from '../../../api/resources.ts'
import { type JsonObject, parseObject } from '../../../protocol/json.ts'
import { formOf } from '../../../state/approvals/form.ts'
import { type ApprovalKind, inputOf } from '../../../state/approvals/request.ts'
import { suggestionsOf } from '../../../state/approvals/rules.ts'
import type { Key } from '../terminal/keys.ts'
import { at, decided, elsewhere } from './approval-step.ts'
import { TYPING_MS } from './changed.ts'
import { flash, type Step, step } from './command.ts'
import { composerKey } from './composer-keys.ts'
import { edited, editorWith, emptyEditor } from './editor.ts'
import { formKey, formStart } from './form-keys.ts'
import { questionKey } from './question-keys.ts'
import type { ApprovalStep, ApprovalUi, Ui, World } from './ui-state.ts'

/** The same key right after a decision was held down, or pressed twice: what came up meanwhile was not read. */
const REPEAT_MS = 400

export function approvalKey(ui: Ui, view: ApprovalView, approval: ApprovalUi, key: Key, world: World): Step {
  const { now } = world
  const { type } = approval.step
  const isTyping = approval.isSudden && now - Math.max(ui.typedAt, approval.shownAt) < TYPING_MS
  if (isTyping && type === 'ask' && key.text !== '')
    return composerKey({ ...ui, isWriting: true }, key, world)
  if (type === 'ask' && key.id === ui.decided.key && now - ui.decided.at < REPEAT_MS) return step(ui)
  const next = byStep(ui, view, approval, key, world)
  return next.ui.decided === ui.decided
    ? next
    : { ...next, ui: { ...next.ui, decided: { ...next.ui.decided, key: key.id } } }
}

function byStep(ui: Ui, view: ApprovalView, approval: ApprovalUi, key: Key, world: World): Step {
  switch (approval.step.type) {
    case 'ask':
      return askKey(ui, view, approval, key, world)
    case 'always':
      return alwaysKey(ui, view, approval, approval.step, key, world)
    case 'edit':
      return editKey(ui, view, approval, approval.step, key, world)
    case 'deny':
      return denyKey(ui, view, approval, approval.step, key, world)
    case 'question':
      return questionKey(ui, view, approval, approval.step, key, world)
    case 'form':
      return formKey(ui, view, approval, approval.step, key, world)
  }
}

/** The keys of each kind of approval. A kind that only a newer host knows has none: the console can answer it. */
const KEYS: Readonly<Record<string, string> & Record<ApprovalKind, string>> = {
  tool: 'yaeEnN',
  question: 'yn',
  plan: 'yanN',
  elicitation: 'ync',
  dialog: 'c',
}

function askKey(ui: Ui, view: ApprovalView, approval: ApprovalUi, key: Key, world: World): Step {
  const { kind } = view
  if (/^[yaeEnNc]$/.test(key.id) && !KEYS[kind]?.includes(key.id)) return step(ui)
  switch (key.id) {
    case 'y':
      if (kind === 'dialog') return step(ui)
      if (kind === 'elicitation') {
        const form = formOf(view.request)
        if (form.fields.length === 0) return decided(ui, view, { decision: 'allow' }, world)
        return at(ui, approval, formStart(form))
      }
      return decided(ui, view, { decision: 'allow', ...(approval.input && { input: approval.input }) }, world)
    case 'a':
      if (kind === 'plan') return decided(ui, view, { decision: 'allow', mode: 'acceptEdits' }, world)
      if (kind !== 'tool') return step(ui)
      if (suggestionsOf(view.request).length === 0)
        return step(flash(ui, world, 'Nothing is offered to remember here.'))
      return at(ui, approval, { type: 'always', at: 0, picked: [] })
    case 'e':
    case 'E':
      return kind === 'tool' ? editing(ui, view, approval, key.id === 'E', world) : step(ui)
    case 'n':
      if (kind === 'elicitation') return decided(ui, view, { decision: 'deny' }, world)
      return kind === 'dialog' ? step(ui) : at(ui, approval, { type: 'deny', editor: emptyEditor })
    case 'N':
      if (kind !== 'tool' && kind !== 'plan') return step(ui)
      return decided(ui, view, { decision: 'deny', interrupt: true }, world)
    case 'c':
      if (kind !== 'elicitation' && kind !== 'dialog') return step(ui)
      return decided(ui, view, { decision: 'cancel' }, world)
    default:
      return elsewhere(ui, key, world)
  }
}

function alwaysKey(
  ui: Ui,
  view: ApprovalView,
  approval: ApprovalUi,
  now: ApprovalStep & { type: 'always' },
  key: Key,
  world: World,
): Step {
  const suggestions = suggestionsOf(view.request)
  const count = suggestions.length
  const toggled = (index: number) =>
    now.picked.includes(index) ? now.picked.filter((it) => it !== index) : [...now.picked, index].sort()
  switch (key.id) {
    case 'escape':
    case 'b':
      return at(ui, approval, { type: 'ask' })
    case 'up':
    case 'down':
      return at(ui, approval, {
        ...now,
        at: Math.max(0, Math.min(count - 1, now.at + (key.id === 'up' ? -1 : 1))),
      })
    case ' ':
      return at(ui, approval, { ...now, picked: toggled(now.at) })
    case 'enter': {
      const places = now.picked.length > 0 ? now.picked : [now.at]
      const remember = places.flatMap((place) => suggestions[place]?.index ?? [])
      const { input } = approval
      return decided(ui, view, { decision: 'allow', remember, ...(input && { input }) }, world)
    }
    default: {
      const index = Number(key.id) - 1
      return Number.isInteger(index) && index >= 0 && index < count
        ? at(ui, approval, { ...now, at: index })
        : step(ui)
    }
  }
}

/** A command is changed here, in one line; everything else in the person's editor, or here as JSON. */
function editing(ui: Ui, view: ApprovalView, approval: ApprovalUi, isElsewhere: boolean, world: World): Step {
  const input = approval.input ?? inputOf(view.request)
  const command = commandIn(input)
  if (command !== undefined && !isElsewhere)
    return at(ui, approval, { type: 'edit', editor: editorWith(command) })
  if (world.hasEditor) return step(ui, { type: 'edit-input', approval: view.id, input })
  return at(ui, approval, { type: 'edit', editor: editorWith(JSON.stringify(input)) })
}

/** The one text that there is to change. */
export function commandIn(input: JsonObject): string | undefined {
  return typeof input.command === 'string' && !input.command.includes('\n') ? input.command : undefined
}

function editKey(
  ui: Ui,
  view: ApprovalView,
  approval: ApprovalUi,
  now: ApprovalStep & { type: 'edit' },
  key: Key,
  world: World,
): Step {
  if (key.id === 'escape') return at(ui, approval, { type: 'ask' })
  if (key.id !== 'enter') {
    const next = edited(now.editor, key, true)
    return next ? at(ui, approval, { ...now, editor: next }) : step(ui)
  }
  const before = approval.input ?? inputOf(view.request)
  const input = withEdit(before, now.editor.text)
  if (!input) return step(flash(ui, world, 'That is no JSON object; mend it, or Esc to give it up.', 'error'))
  const { input: _, ...rest } = approval
  const isOther = JSON.stringify(input) !== JSON.stringify(inputOf(view.request))
  return step({ ...ui, approval: { ...rest, ...(isOther && { input }), step: { type: 'ask' } } })
}

function withEdit(before: JsonObject, text: string): JsonObject | undefined {
  if (commandIn(before) !== undefined) return { ...before, command: text }
  return parseObject(text)
}

function denyKey(
  ui: Ui,
  view: ApprovalView,
  approval: ApprovalUi,
  now: ApprovalStep & { type: 'deny' },
  key: Key,
  world: World,
): Step {
  if (key.id === 'escape') return at(ui, approval, { type: 'ask' })
  if (key.id !== 'enter') {
    const next = edited(now.editor, key, true)
    return next ? at(ui, approval, { ...now, editor: next }) : step(ui)
  }
  const message = now.editor.text.trim()
  return decided(ui, view, { decision: 'deny', ...(message !== '' && { message }) }, world)
}
