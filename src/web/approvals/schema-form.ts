/** The form that an MCP server asks for, read from its JSON schema: flat fields, each with its checks. */
import type { JsonObject } from '../../protocol/json.ts'
import { numberIn, objectIn, objectsIn, textIn, textsIn } from '../../state/fields.ts'

export interface FormField {
  readonly name: string
  readonly label: string
  readonly help?: string
  readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'choices' | 'json'
  readonly isRequired: boolean
  /** Of a choice: value and what is shown. */
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly start: FieldValue
  readonly schema: JsonObject
}
export type FieldValue = string | boolean | readonly string[]
export type FormValues = Readonly<Record<string, FieldValue>>

export function formFields(schema: unknown, order?: unknown): readonly FormField[] {
  const { properties, required } = objectIn(schema) ?? {}
  const all = Object.entries(objectIn(properties) ?? {})
  const needed = new Set(textsIn(required))
  const wanted = textsIn(order) ?? []
  const place = (name: string) => (wanted.includes(name) ? wanted.indexOf(name) : wanted.length)
  return all
    .map(([name, it]) => fieldOf(name, objectIn(it) ?? {}, needed.has(name)))
    .sort((a, b) => place(a.name) - place(b.name))
}

function fieldOf(name: string, schema: JsonObject, isRequired: boolean): FormField {
  const help = textIn(schema.description)
  const kind = kindOf(schema)
  return {
    name,
    label: textIn(schema.title) ?? name,
    ...(help !== undefined && { help }),
    kind,
    isRequired,
    options: optionsIn(kind === 'choices' ? (objectIn(schema.items) ?? {}) : schema),
    start: startOf(kind, schema.default),
    schema,
  }
}

function kindOf(schema: JsonObject): FormField['kind'] {
  const { type } = schema
  if (type === 'array' && optionsIn(objectIn(schema.items) ?? {}).length > 0) return 'choices'
  if (optionsIn(schema).length > 0) return 'choice'
  if (type === 'string') return 'text'
  if (type === 'number' || type === 'integer' || type === 'boolean') return type
  return 'json'
}

function optionsIn(schema: JsonObject): FormField['options'] {
  const named = objectsIn(schema.oneOf) ?? objectsIn(schema.anyOf)
  if (named?.every((it) => typeof it.const === 'string'))
    return named.map((it) => ({ value: String(it.const), label: textIn(it.title) ?? String(it.const) }))
  const names = textsIn(schema.enumNames)
  return (textsIn(schema.enum) ?? []).map((value, index) => ({ value, label: names?.[index] ?? value }))
}

function startOf(kind: FormField['kind'], value: unknown): FieldValue {
  if (kind === 'boolean') return value === true
  if (kind === 'choices') return textsIn(value) ?? []
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export interface FormResult {
  readonly content: JsonObject
  /** What is wrong with a field, by its name. */
  readonly problems: Readonly<Record<string, string>>
}

export function readForm(fields: readonly FormField[], values: FormValues): FormResult {
  const content: Record<string, unknown> = {}
  const problems: Record<string, string> = {}
  for (const field of fields) {
    const value = values[field.name] ?? field.start
    if (value === '' || (Array.isArray(value) && value.length === 0)) {
      if (field.isRequired) problems[field.name] = 'This is needed.'
      continue
    }
    const { read, problem } = readField(field, value)
    if (problem !== undefined) problems[field.name] = problem
    else content[field.name] = read
  }
  return { content, problems }
}

function readField(field: FormField, value: FieldValue): { read?: unknown; problem?: string | undefined } {
  const { kind, schema } = field
  if (typeof value !== 'string') return { read: value, problem: tooMany(schema, value) }
  switch (kind) {
    case 'number':
    case 'integer': {
      const read = Number(value)
      return { read, problem: numberProblem(read, kind, schema) }
    }
    case 'json':
      try {
        return { read: JSON.parse(value) }
      } catch (error) {
        return { problem: `This is not JSON: ${(error as Error).message}` }
      }
    default:
      return { read: value, problem: kind === 'text' ? textProblem(value, schema) : undefined }
  }
}

function numberProblem(value: number, kind: 'number' | 'integer', schema: JsonObject): string | undefined {
  if (!Number.isFinite(value)) return 'This is not a number.'
  if (kind === 'integer' && !Number.isInteger(value)) return 'This must be a whole number.'
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema
  if (value < Number(minimum)) return `At least ${minimum}.`
  return value > Number(maximum) ? `At most ${maximum}.` : undefined
}

const FORMATS: Readonly<Record<string, readonly [RegExp, string]>> = {
  email: [/^[^@\s]+@[^@\s]+$/, 'This is not an e-mail address.'],
  uri: [/^[a-z][a-z0-9+.-]*:\S+$/i, 'This is not an address (it begins with https: or the like).'],
  date: [/^\d{4}-\d\d-\d\d$/, 'A date is written 2030-12-31.'],
  'date-time': [/^\d{4}-\d\d-\d\dT\d\d:\d\d/, 'A time is written 2030-12-31T18:00:00Z.'],
}

function textProblem(value: string, schema: JsonObject): string | undefined {
  const least = numberIn(schema.minLength) ?? 0
  const most = numberIn(schema.maxLength) ?? Number.POSITIVE_INFINITY
  if (value.length < least) return `At least ${least} characters.`
  if (value.length > most) return `At most ${most} characters.`
  const [pattern, words] = FORMATS[textIn(schema.format) ?? ''] ?? []
  return pattern && !pattern.test(value) ? words : undefined
}

function tooMany(schema: JsonObject, value: boolean | readonly string[]): string | undefined {
  if (typeof value === 'boolean') return undefined
  const least = numberIn(schema.minItems) ?? 0
  const most = numberIn(schema.maxItems) ?? Number.POSITIVE_INFINITY
  if (value.length < least) return `At least ${least}.`
  return value.length > most ? `At most ${most}.` : undefined
}
