/** What a person filled in, as the values that the server wants, or what is wrong with a field, in words. */
import type { JsonObject } from '../../protocol/json.ts'
import type { ChoicesField, FieldValue, Form, FormField, FormOption, NumberField, TextField } from './form.ts'

/** By the names of fields. One that is missing has the value that it starts with. */
export type FormValues = Readonly<Record<string, FieldValue>>

export interface FilledForm {
  /** What is left empty is not in it. */
  readonly content: JsonObject
  /** By the names of fields, in their order. */
  readonly problems: ReadonlyMap<string, string>
}

type Read = { readonly content: unknown } | { readonly problem: string }

export function fieldValue(field: FormField, values: FormValues): FieldValue {
  // A server may call a field `constructor`.
  return Object.hasOwn(values, field.name) ? (values[field.name] ?? field.start) : field.start
}

export function readForm({ fields }: Pick<Form, 'fields'>, values: FormValues): FilledForm {
  const content: [name: string, value: unknown][] = []
  const problems = new Map<string, string>()
  for (const field of fields) {
    const value = fieldValue(field, values)
    if (isEmpty(field, value)) {
      if (field.isRequired) problems.set(field.name, 'This is needed.')
      continue
    }
    const read = readField(field, value)
    if ('problem' in read) problems.set(field.name, read.problem)
    else content.push([field.name, read.content])
  }
  return { content: Object.fromEntries(content), problems }
}

function isEmpty({ kind }: FormField, value: FieldValue): boolean {
  if (typeof value === 'boolean') return false
  return kind === 'text' || typeof value !== 'string' ? value.length === 0 : value.trim() === ''
}

function readField(field: FormField, value: FieldValue): Read {
  switch (field.kind) {
    case 'text':
      return checked(String(value), textProblem(field, String(value)))
    case 'number':
    case 'integer': {
      const number = Number(value)
      return checked(number, numberProblem(field, number))
    }
    case 'boolean':
      return readFlag(value)
    case 'choice': {
      const option = optionNamed(String(value), field.options)
      return option ? { content: option.content } : { problem: notOneOf(field.options) }
    }
    case 'choices':
      return readChoices(field, value)
    case 'json':
      return readJson(String(value))
  }
}

function checked(content: unknown, problem: string | undefined): Read {
  return problem === undefined ? { content } : { problem }
}

function readFlag(value: FieldValue): Read {
  if (typeof value === 'boolean') return { content: value }
  const text = String(value).trim()
  if (/^(y|yes|true)$/i.test(text)) return { content: true }
  return /^(n|no|false)$/i.test(text) ? { content: false } : { problem: 'Yes or no.' }
}

function readJson(text: string): Read {
  try {
    return { content: JSON.parse(text) }
  } catch (error) {
    return { problem: `This is not JSON: ${(error as Error).message}` }
  }
}

/** A list of values, or a text with commas between them. */
function readChoices(field: ChoicesField, value: FieldValue): Read {
  const { options, min = 0, max = Number.POSITIVE_INFINITY } = field
  const names = Array.isArray(value) ? value : splitNames(String(value), options)
  const found = names.map((name) => optionNamed(name, options))
  const chosen = options.filter((option) => found.includes(option))
  if (found.includes(undefined)) return { problem: notOneOf(options) }
  if (chosen.length < min) return { problem: `At least ${min}.` }
  if (chosen.length > max) return { problem: `At most ${max}.` }
  return { content: chosen.map(({ content }) => content) }
}

function splitNames(text: string, options: readonly FormOption[]): readonly string[] {
  if (optionNamed(text, options)) return [text]
  return text.split(',').filter((name) => name.trim() !== '')
}

/** By its value, or by what is shown, in any case. */
function optionNamed(name: string, options: readonly FormOption[]): FormOption | undefined {
  const wanted = name.trim().toLowerCase()
  return (
    options.find(({ value }) => value === name) ??
    options.find(({ value }) => value.trim().toLowerCase() === wanted) ??
    options.find(({ label }) => label.trim().toLowerCase() === wanted)
  )
}

function notOneOf(options: readonly FormOption[]): string {
  return `This is not one of ${namesOf(options)}.`
}

function numberProblem({ kind, min, max, above, below }: NumberField, value: number): string | undefined {
  if (!Number.isFinite(value)) return 'This is not a number.'
  if (kind === 'integer' && !Number.isInteger(value)) return 'This must be a whole number.'
  if (min !== undefined && value < min) return `At least ${min}.`
  if (max !== undefined && value > max) return `At most ${max}.`
  if (above !== undefined && value <= above) return `More than ${above}.`
  return below !== undefined && value >= below ? `Less than ${below}.` : undefined
}

const FORMATS: ReadonlyMap<string, readonly [pattern: RegExp, name: string, problem: string]> = new Map([
  ['email', [/^[^@\s]+@[^@\s]+$/, 'an e-mail address', 'This is not an e-mail address.']],
  [
    'uri',
    [/^[a-z][a-z0-9+.-]*:\S+$/i, 'an address', 'This is not an address (it begins with https: or the like).'],
  ],
  ['date', [/^\d{4}-\d\d-\d\d$/, 'a date', 'A date is written 2030-12-31.']],
  ['date-time', [/^\d{4}-\d\d-\d\dT\d\d:\d\d/, 'a time', 'A time is written 2030-12-31T18:00:00Z.']],
])

function textProblem({ min, max, format = '' }: TextField, value: string): string | undefined {
  if (min !== undefined && value.length < min) return `At least ${min} characters.`
  if (max !== undefined && value.length > max) return `At most ${max} characters.`
  const [pattern, , problem] = FORMATS.get(format) ?? []
  return pattern?.test(value) === false ? problem : undefined
}

/** What can be put into a field, in a few words: `a whole number from 1 to 5`. */
export function describeField(field: FormField): string {
  switch (field.kind) {
    case 'text':
      return [FORMATS.get(field.format ?? '')?.[1] ?? 'text', range(field, 'characters')].join('')
    case 'number':
      return `a number${range(field)}`
    case 'integer':
      return `a whole number${range(field)}`
    case 'boolean':
      return 'yes or no'
    case 'choice':
      return `one of ${namesOf(field.options)}`
    case 'choices':
      return `any of ${namesOf(field.options)}${range(field)}`
    case 'json':
      return 'JSON'
  }
}

function range({ min, max }: { readonly min?: number; readonly max?: number }, unit = ''): string {
  const of = unit === '' ? '' : ` ${unit}`
  if (min !== undefined && max !== undefined) return `, ${min} to ${max}${of}`
  if (min !== undefined) return `, at least ${min}${of}`
  return max === undefined ? '' : `, at most ${max}${of}`
}

/** Each with its value, where that is not what is shown: both can be typed. */
function namesOf(options: readonly FormOption[]): string {
  return options.map(({ value, label }) => (value === label ? label : `${label} (${value})`)).join(', ')
}
