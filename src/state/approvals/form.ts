/**
 * The form that an MCP server asks for, as typed fields. Its JSON schema is the server's word: whatever is not one of the
 * kinds below becomes a field that takes JSON.
 */
import type { JsonObject } from '../../protocol/json.ts'
import { flagIn, numberIn, objectIn, objectsIn, textIn, textsIn } from '../fields.ts'
import { fieldsOf, type RequestFields } from './request.ts'

export interface Form {
  readonly server: string
  readonly message: string
  /** An address to visit. */
  readonly url?: string
  /** There is nothing to fill in: the person opens the address, then continues. */
  readonly isVisit: boolean
  readonly fields: readonly FormField[]
}

/** What a person has put into a field. Texts are taken for every kind: a terminal has nothing else. */
export type FieldValue = string | boolean | readonly string[]

export interface FormOption {
  /** What the option is chosen by. */
  readonly value: string
  /** What is shown. No two options of a field have the same one. */
  readonly label: string
  /** What the server gets. */
  readonly content: string | number | boolean
}

interface FieldBase {
  readonly name: string
  readonly label: string
  readonly help?: string
  readonly isRequired: boolean
  /** The default of the schema, or empty. */
  readonly start: FieldValue
}
interface Limits {
  readonly min?: number
  readonly max?: number
}
export interface TextField extends FieldBase, Limits {
  readonly kind: 'text'
  readonly format?: string
}
export interface NumberField extends FieldBase, Limits {
  readonly kind: 'number' | 'integer'
  readonly above?: number
  readonly below?: number
}
interface ChoiceField extends FieldBase {
  readonly kind: 'choice'
  readonly options: readonly FormOption[]
}
/** Any number of the options. */
export interface ChoicesField extends FieldBase, Limits {
  readonly kind: 'choices'
  readonly options: readonly FormOption[]
}
interface BooleanField extends FieldBase {
  readonly kind: 'boolean'
}
interface JsonField extends FieldBase {
  readonly kind: 'json'
}
export type FormField = TextField | NumberField | ChoiceField | ChoicesField | BooleanField | JsonField

export function formOf(request: RequestFields): Form {
  const asked = fieldsOf(request)
  const fields = formFields(asked.requested_schema, asked.property_order)
  const url = textIn(asked.url)
  return {
    server: textIn(asked.mcp_server_name) ?? 'an MCP server',
    message: textIn(asked.message) ?? '',
    ...(url !== undefined && { url }),
    isVisit: asked.mode === 'url' || (url !== undefined && fields.length === 0),
    fields,
  }
}

function formFields(schema: unknown, order: unknown): readonly FormField[] {
  const { properties, required } = objectIn(schema) ?? {}
  const needed = new Set(textsIn(required))
  const wanted = textsIn(order) ?? []
  const place = (name: string) => (wanted.includes(name) ? wanted.indexOf(name) : wanted.length)
  return Object.entries(objectIn(properties) ?? {})
    .map(([name, field]) => fieldOf(name, objectIn(field) ?? {}, needed.has(name)))
    .sort((a, b) => place(a.name) - place(b.name))
}

function fieldOf(name: string, schema: JsonObject, isRequired: boolean): FormField {
  const help = textIn(schema.description)
  const base = {
    name,
    label: textIn(schema.title) ?? name,
    ...(help !== undefined && { help }),
    isRequired,
  }
  const type = typeIn(schema)
  const preset = schema.default
  if (type === 'array') {
    const options = optionsIn(objectIn(schema.items) ?? {})
    if (options.length === 0) return { ...base, kind: 'json', start: jsonText(preset) }
    const start = Array.isArray(preset) ? preset.flatMap((it) => optionWith(it, options) ?? []) : []
    return { ...base, kind: 'choices', options, start, ...limits(schema.minItems, schema.maxItems) }
  }
  const options = optionsIn(schema)
  if (options.length > 0)
    return { ...base, kind: 'choice', options, start: optionWith(preset, options) ?? '' }
  switch (type) {
    case 'string': {
      const format = textIn(schema.format)
      const most = limits(schema.minLength, schema.maxLength)
      return { ...base, kind: 'text', start: textIn(preset) ?? '', ...most, ...(format && { format }) }
    }
    case 'number':
    case 'integer': {
      const above = numberIn(schema.exclusiveMinimum)
      const below = numberIn(schema.exclusiveMaximum)
      return {
        ...base,
        kind: type,
        start: numberIn(preset)?.toString() ?? '',
        ...limits(schema.minimum, schema.maximum),
        ...(above !== undefined && { above }),
        ...(below !== undefined && { below }),
      }
    }
    case 'boolean':
      return { ...base, kind: 'boolean', start: flagIn(preset) ?? '' }
    default:
      return { ...base, kind: 'json', start: jsonText(preset) }
  }
}

/** Of `["string", "null"]` the type that can be filled in. */
function typeIn({ type }: JsonObject): unknown {
  if (!Array.isArray(type)) return type
  const types = type.filter((it) => it !== 'null')
  return types.length === 1 ? types[0] : undefined
}

function optionsIn(schema: JsonObject): readonly FormOption[] {
  const named = objectsIn(schema.oneOf) ?? objectsIn(schema.anyOf)
  const listed = Array.isArray(schema.enum) ? schema.enum : []
  const names = Array.isArray(schema.enumNames) ? schema.enumNames : []
  const found = named?.some((it) => it.const !== undefined)
    ? named.map((it) => ({ content: it.const, label: textIn(it.title) }))
    : listed.map((content, index) => ({ content, label: textIn(names[index]) }))
  const known = new Map<string, FormOption>()
  const labels = new Set<string>()
  for (const { content, label } of found) {
    if (typeof content !== 'string' && typeof content !== 'number' && typeof content !== 'boolean') return []
    const value = String(content)
    if (known.has(value)) continue
    const shown = label === undefined || labels.has(label) ? value : label
    labels.add(shown)
    known.set(value, { value, label: shown, content })
  }
  return [...known.values()]
}

function optionWith(preset: unknown, options: readonly FormOption[]): string | undefined {
  return options.find(({ content }) => content === preset)?.value
}

function limits(min: unknown, max: unknown): Limits {
  const least = numberIn(min)
  const most = numberIn(max)
  return { ...(least !== undefined && { min: least }), ...(most !== undefined && { max: most }) }
}

function jsonText(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value)
}
