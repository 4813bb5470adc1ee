import { type FieldValue, type Form, type FormField, formOf } from '../../../state/approvals/form.ts'
import { type FormValues, readForm } from '../../../state/approvals/read-form.ts'
import type { Key } from '../terminal/keys.ts'
import { at, decided, type KeyPress } from './approval-step.ts'
import { type Step, step } from './command.ts'
import { edited, editorWith, emptyEditor } from './editor.ts'
import type { FormStep } from './ui-state.ts'

type PickedField = Extract<FormField, { kind: 'boolean' | 'choice' | 'choices' }>

export function isPicked(field: FormField): field is PickedField {
  return field.kind === 'boolean' || field.kind === 'choice' || field.kind === 'choices'
}

export function formStart({ fields }: Form): FormStep {
  return {
    type: 'form',
    at: 0,
    option: 0,
    picked: fields.map(({ start }) => start),
    editors: fields.map(({ start }) => (typeof start === 'string' ? editorWith(start) : emptyEditor)),
  }
}

export function formKey(press: KeyPress, now: FormStep): Step {
  const { ui, view, key } = press
  const form = formOf(view.request)
  const { fields } = form
  const field = fields[now.at]
  const { problem: _, ...rest } = now
  const to = (index: number) =>
    at(press, { ...rest, option: 0, at: Math.max(0, Math.min(fields.length - 1, index)) })
  switch (key.id) {
    case 'escape':
      return at(press, { type: 'ask' })
    case 'up':
      return to(now.at - 1)
    case 'down':
      return to(now.at + 1)
    case 'enter':
      return now.at + 1 < fields.length ? to(now.at + 1) : submitted(press, now, form)
    default:
      break
  }
  if (field && isPicked(field)) return at(press, { ...rest, ...picked(field, now, key) })
  const next = edited(now.editors[now.at] ?? emptyEditor, key, true)
  return next ? at(press, { ...rest, editors: now.editors.with(now.at, next) }) : step(ui)
}

/** What a key changes about a field whose value is picked; empty if the key has no meaning there. */
function picked(field: PickedField, now: FormStep, key: Key): Partial<FormStep> {
  const value = now.picked[now.at] ?? field.start
  const set = (next: FieldValue) => ({ picked: now.picked.with(now.at, next) })
  if (key.id === 'backspace' || key.id === 'delete') return set(field.kind === 'choices' ? [] : '')
  if (field.kind === 'boolean') {
    if (key.id === 'y' || key.id === 'n') return set(key.id === 'y')
    return stepOf(key) === 0 ? {} : set(value !== true)
  }
  const { options } = field
  const direct = options[Number(key.text || Number.NaN) - 1]
  if (field.kind === 'choice') {
    const by = stepOf(key)
    const from = options.findIndex((option) => option.value === value)
    const start = from === -1 && by === -1 ? 0 : from
    const next = by === 0 ? direct : options[(start + by + options.length) % options.length]
    return next ? set(next.value) : {}
  }
  const chosen = typeof value === 'object' ? value : []
  const toggled = (name: string) =>
    set(chosen.includes(name) ? chosen.filter((it) => it !== name) : [...chosen, name])
  if (key.id === 'left' || key.id === 'right')
    return { option: Math.max(0, Math.min(options.length - 1, now.option + stepOf(key))) }
  const meant = key.id === ' ' ? options[now.option] : direct
  return meant ? { ...toggled(meant.value), option: options.indexOf(meant) } : {}
}

function stepOf({ id }: Key): -1 | 0 | 1 {
  if (id === ' ' || id === 'right') return 1
  return id === 'left' ? -1 : 0
}

function valuesOf({ fields }: Form, now: FormStep): FormValues {
  return Object.fromEntries(
    fields.map((field, index) => {
      const typed = now.editors[index]?.text ?? ''
      return [field.name, isPicked(field) ? (now.picked[index] ?? field.start) : typed]
    }),
  )
}

function submitted(press: KeyPress, now: FormStep, form: Form): Step {
  const { content, problems } = readForm(form, valuesOf(form, now))
  const wrong = form.fields.findIndex(({ name }) => problems.has(name))
  const field = form.fields[wrong]
  if (!field) return decided(press, { decision: 'allow', answers: content })
  const problem = `${field.label}: ${problems.get(field.name)}`
  return at(press, { ...now, option: 0, at: wrong, problem })
}
