/** The keys of an approval: y a e n N, and what follows each of them. */
import { type JsonObject, parseObject } from '../../../protocol/json.ts'
import { formOf } from '../../../state/approvals/form.ts'
import { type ApprovalKind, inputOf } from '../../../state/approvals/request.ts'
import { suggestionsOf } from '../../../state/approvals/rules.ts'
import { at, decided, type KeyPress, otherKey, typed } from './approval-step.ts'
import { TYPING_MS } from './changed.ts'
import { flash, type Step, step } from './command.ts'
import { composerKey } from './composer-keys.ts'
import { editorWith, emptyEditor } from './editor.ts'
import { formKey, formStart } from './form-keys.ts'
import { questionKey } from './question-keys.ts'
import type { ApprovalStep } from './ui-state.ts'

/** A key that is held down or pressed twice must not decide the next approval, which nobody has read yet. */
const REPEAT_MS = 400

export function approvalKey(press: KeyPress): Step {
  const { ui, approval, key, world } = press
  const { now } = world
  const { type } = approval.step
  const isTyping = approval.isSudden && now - Math.max(ui.typedAt, approval.shownAt) < TYPING_MS
  if (isTyping && type === 'ask' && key.text !== '')
    return composerKey({ ...ui, isWriting: true }, key, world)
  if (type === 'ask' && key.id === ui.decided.key && now - ui.decided.at < REPEAT_MS) return step(ui)
  const next = byStep(press)
  return next.ui.decided === ui.decided
    ? next
    : { ...next, ui: { ...next.ui, decided: { ...next.ui.decided, key: key.id } } }
}

function byStep(press: KeyPress): Step {
  const now = press.approval.step
  switch (now.type) {
    case 'ask':
      return askKey(press)
    case 'always':
      return alwaysKey(press, now)
    case 'edit':
      return typed(press, now) ?? editDone(press, now.editor.text)
    case 'deny': {
      const message = now.editor.text.trim()
      return typed(press, now) ?? decided(press, { decision: 'deny', ...(message !== '' && { message }) })
    }
    case 'question':
      return questionKey(press, now)
    case 'form':
      return formKey(press, now)
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

function askKey(press: KeyPress): Step {
  const { ui, view, approval, key, world } = press
  const { kind } = view
  if (/^[yaeEnNc]$/.test(key.id) && !KEYS[kind]?.includes(key.id)) return step(ui)
  switch (key.id) {
    case 'y':
      if (kind === 'elicitation') {
        const form = formOf(view.request)
        return form.fields.length === 0 ? decided(press, { decision: 'allow' }) : at(press, formStart(form))
      }
      return decided(press, { decision: 'allow', ...(approval.input && { input: approval.input }) })
    case 'a':
      if (kind === 'plan') return decided(press, { decision: 'allow', mode: 'acceptEdits' })
      if (suggestionsOf(view.request).length === 0)
        return step(flash(ui, world, 'The CLI suggests no rule to remember.'))
      return at(press, { type: 'always', at: 0, picked: [] })
    case 'e':
    case 'E':
      return editing(press)
    case 'n':
      if (kind === 'elicitation') return decided(press, { decision: 'deny' })
      return at(press, { type: 'deny', editor: emptyEditor })
    case 'N':
      return decided(press, { decision: 'deny', interrupt: true })
    case 'c':
      return decided(press, { decision: 'cancel' })
    default:
      return otherKey(press)
  }
}

function alwaysKey(press: KeyPress, now: ApprovalStep & { type: 'always' }): Step {
  const { ui, view, approval, key } = press
  const suggestions = suggestionsOf(view.request)
  const count = suggestions.length
  const toggled = (index: number) =>
    now.picked.includes(index) ? now.picked.filter((it) => it !== index) : [...now.picked, index].sort()
  switch (key.id) {
    case 'escape':
    case 'b':
      return at(press, { type: 'ask' })
    case 'up':
    case 'down': {
      const next = now.at + (key.id === 'up' ? -1 : 1)
      return at(press, { ...now, at: Math.max(0, Math.min(count - 1, next)) })
    }
    case ' ':
      return at(press, { ...now, picked: toggled(now.at) })
    case 'enter': {
      const places = now.picked.length > 0 ? now.picked : [now.at]
      const remember = places.flatMap((place) => suggestions[place]?.index ?? [])
      const { input } = approval
      return decided(press, { decision: 'allow', remember, ...(input && { input }) })
    }
    default: {
      const index = Number(key.id) - 1
      return suggestions[index] ? at(press, { ...now, at: index }) : step(ui)
    }
  }
}

/** A command is edited in one line here; anything else, or with E, in the person's editor or here as JSON. */
function editing(press: KeyPress): Step {
  const { ui, view, approval, key, world } = press
  const input = approval.input ?? inputOf(view.request)
  const command = commandIn(input)
  if (command !== undefined && key.id !== 'E') return at(press, { type: 'edit', editor: editorWith(command) })
  if (world.hasEditor) return step(ui, { type: 'edit-input', approval: view.id, input })
  return at(press, { type: 'edit', editor: editorWith(JSON.stringify(input)) })
}

/** The command, if it is a single line. */
export function commandIn(input: JsonObject): string | undefined {
  return typeof input.command === 'string' && !input.command.includes('\n') ? input.command : undefined
}

function editDone({ ui, view, approval, world }: KeyPress, text: string): Step {
  const asked = inputOf(view.request)
  const before = approval.input ?? asked
  const input = commandIn(before) === undefined ? parseObject(text) : { ...before, command: text }
  if (!input)
    return step(flash(ui, world, 'This is not a JSON object. Fix it, or press Esc to cancel.', 'error'))
  const { input: _, ...rest } = approval
  const isChanged = JSON.stringify(input) !== JSON.stringify(asked)
  return step({ ...ui, approval: { ...rest, ...(isChanged && { input }), step: { type: 'ask' } } })
}
