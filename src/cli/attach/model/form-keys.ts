/** The form of an MCP server: one line for each field. */
import type { ApprovalView } from '../../../api/resources.ts'
import { isObject } from '../../../protocol/json.ts'
import { fieldValue } from '../../run/ask/elicitation.ts'
import type { Key } from '../terminal/keys.ts'
import { at, decided } from './approval-step.ts'
import { type Step, step } from './command.ts'
import { edited, editorWith, emptyEditor } from './editor.ts'
import type { ApprovalUi, FormStep, Ui, World } from './ui-state.ts'

export interface FormField {
  readonly name: string
  readonly title: string
  readonly about: string
  readonly isRequired: boolean
  readonly type: string
  readonly choices: readonly string[]
  readonly preset: string
  readonly schema: Parameters<typeof fieldValue>[1]
}

export function formFields({ request }: ApprovalView): FormField[] {
  const schema = isObject(request.requested_schema) ? request.requested_schema : {}
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(properties).map(([name, value]) => {
    const field = (isObject(value) ? value : {}) as FormField['schema'] & { default?: unknown }
    const choices = field.enum?.map(String) ?? (field.type === 'boolean' ? ['yes', 'no'] : [])
    return {
      name,
      title: field.title ?? name,
      about: field.description ?? '',
      isRequired: required.includes(name),
      type: field.type ?? 'string',
      choices,
      preset: presetOf(field.default),
      schema: field,
    }
  })
}

function presetOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === undefined ? '' : String(value)
}

export function formKey(
  ui: Ui,
  view: ApprovalView,
  approval: ApprovalUi,
  now: FormStep,
  key: Key,
  world: World,
): Step {
  const fields = formFields(view)
  const field = fields[now.at]
  const { problem: _, ...rest } = now
  const to = (index: number) =>
    at(ui, approval, { ...rest, at: Math.max(0, Math.min(fields.length - 1, index)) })
  switch (key.id) {
    case 'escape':
      return at(ui, approval, { type: 'ask' })
    case 'up':
      return to(now.at - 1)
    case 'down':
      return to(now.at + 1)
    case 'enter':
      return now.at + 1 < fields.length ? to(now.at + 1) : submitted(ui, view, approval, now, fields, world)
    default:
      break
  }
  const editor = now.editors[now.at] ?? emptyEditor
  // Where there is a choice, space and the arrows go through it.
  const by = key.id === ' ' || key.id === 'right' ? 1 : key.id === 'left' ? -1 : 0
  if (field && field.choices.length > 0 && by !== 0) {
    const from = field.choices.indexOf(editor.text)
    const next = field.choices[(from + by + field.choices.length) % field.choices.length] ?? ''
    return at(ui, approval, { ...rest, editors: now.editors.with(now.at, editorWith(next)) })
  }
  const next = edited(editor, key, true)
  return next ? at(ui, approval, { ...rest, editors: now.editors.with(now.at, next) }) : step(ui)
}

function submitted(
  ui: Ui,
  view: ApprovalView,
  approval: ApprovalUi,
  now: FormStep,
  fields: readonly FormField[],
  world: World,
): Step {
  const answers: Record<string, unknown> = {}
  for (const [index, { name, title, schema, isRequired, type, choices }] of fields.entries()) {
    const text = now.editors[index]?.text ?? ''
    if (text === '' && !isRequired) continue
    const value = fieldValue(text, schema)
    if (value === undefined) {
      const wanted = choices.length > 0 ? `one of ${choices.join(', ')}` : `a ${type}`
      return at(ui, approval, { ...now, at: index, problem: `${title}: ${wanted}, please` })
    }
    answers[name] = value
  }
  return decided(ui, view, { decision: 'answer', answers }, world)
}
