// @ts-check
// JSON schemas as tables of Markdown.

/**
 * @typedef {{ [keyword: string]: unknown } & {
 *   $ref?: string, type?: string | string[], enum?: unknown[], const?: unknown, description?: string, default?: unknown,
 *   properties?: Record<string, Schema>, required?: string[], additionalProperties?: boolean | Schema,
 *   items?: Schema, prefixItems?: Schema[], anyOf?: Schema[], oneOf?: Schema[], allOf?: Schema[],
 * }} Schema
 */

const MAX_DEPTH = 4

/**
 * The fields of a schema, one row each; those of an object inside follow it with their path.
 * @param {Schema} schema
 * @param {(name: string) => string} linkOf where the schema of this name is described
 */
export function fieldTable(schema, linkOf) {
  const rows = fieldRows(schema, linkOf, '', 0)
  return rows.length === 0 ? '' : table(['field', 'type', 'required', 'note'], rows)
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
export function table(head, rows) {
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/**
 * @param {Schema} schema
 * @param {(name: string) => string} linkOf
 * @param {string} prefix
 * @param {number} depth
 * @returns {string[][]}
 */
function fieldRows(schema, linkOf, prefix, depth) {
  const parts = [schema, ...(schema.allOf ?? [])]
  return parts.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([name, field]) => {
      const path = `${prefix}${name}`
      const row = [
        `\`${path}\``,
        typeText(field, linkOf),
        required.includes(name) ? 'yes' : '',
        noteOf(field),
      ]
      const { inner, suffix } = innerObject(field)
      const below = inner && depth < MAX_DEPTH ? fieldRows(inner, linkOf, `${path}${suffix}.`, depth + 1) : []
      return [row, ...below]
    }),
  )
}

/**
 * The object whose fields follow in rows of their own: the field itself, what its list holds, or its only alternative to null.
 * @param {Schema} field
 * @returns {{ inner?: Schema, suffix: string }}
 */
function innerObject(field) {
  if (field.properties || field.allOf) return { inner: field, suffix: '' }
  if (field.items) {
    const { inner, suffix } = innerObject(field.items)
    return { ...(inner && { inner }), suffix: `[]${suffix}` }
  }
  const others = alternatives(field).filter(({ type }) => type !== 'null')
  return others.length === 1 && others[0] ? innerObject(others[0]) : { suffix: '' }
}

const alternatives = (/** @type {Schema} */ { anyOf, oneOf }) => anyOf ?? oneOf ?? []

/**
 * @param {Schema} schema
 * @param {(name: string) => string} linkOf
 * @returns {string}
 */
export function typeText(schema, linkOf) {
  const text = (/** @type {Schema} */ inner) => typeText(inner, linkOf)
  if (schema.$ref !== undefined) return refLink(schema.$ref, linkOf)
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum) return either(schema.enum.map(code))
  if (schema.allOf) return either([...new Set(schema.allOf.map(text))])
  if (alternatives(schema).length > 0) return either([...new Set(alternatives(schema).map(text))])
  if (schema.prefixItems) return `list of ${schema.prefixItems.map(text).join(', ')}`
  if (schema.items) return `list of ${text(schema.items)}`
  if (typeof schema.additionalProperties === 'object' && !schema.properties)
    return Object.keys(schema.additionalProperties).length === 0
      ? 'object'
      : `map to ${text(schema.additionalProperties)}`
  if (schema.properties) return 'object'
  const types = [schema.type ?? []].flat()
  return types.length === 0 ? 'any value' : either(types.map((type) => NAMES[type] ?? type))
}

/** @type {Readonly<Record<string, string>>} */
const NAMES = { string: 'text', boolean: 'true or false', integer: 'whole number', array: 'list' }

/**
 * @param {string} ref
 * @param {(name: string) => string} linkOf
 */
function refLink(ref, linkOf) {
  const name = ref.split('/').at(-1) ?? ref
  return `[\`${name}\`](${linkOf(name)})`
}

/** @param {string[]} words */
function either(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

const code = (/** @type {unknown} */ value) =>
  `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``

/** What a schema asks of a value beside its type. @param {Schema} schema */
export function noteOf(schema) {
  const {
    description,
    default: byDefault,
    minimum,
    maximum,
    minLength,
    maxLength,
    minItems,
    maxItems,
    pattern,
  } = schema
  const isSet = (/** @type {unknown} */ limit) =>
    typeof limit === 'number' && Math.abs(limit) < Number.MAX_SAFE_INTEGER
  const limits = [
    isSet(minimum) && `from ${minimum}`,
    isSet(maximum) && `up to ${maximum}`,
    isSet(minLength) && Number(minLength) > 1 && `${minLength} characters or more`,
    isSet(maxLength) && `${maxLength} characters at most`,
    isSet(minItems) && `${minItems} or more`,
    isSet(maxItems) && `${maxItems} at most`,
    typeof pattern === 'string' && `matches \`${pattern.replaceAll('|', '\\|')}\``,
    byDefault !== undefined && `default ${code(byDefault)}`,
  ].filter((limit) => typeof limit === 'string')
  return [description && cell(description), limits.join(', ')].filter(Boolean).join('; ')
}

/** @param {string} text */
export function cell(text) {
  return text
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('<', '&lt;')
}
