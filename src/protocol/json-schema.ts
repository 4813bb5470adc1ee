/**
 * Whether an object is a JSON schema, as far as its author can have meant one. A CLI that gets a bad one ends (2.1.325) or ignores it
 * without a word (2.1.197). Unknown keywords pass unless they are a misspelt one.
 */
import { isObject } from './json.ts'
import { nearest } from './nearest.ts'

/** What the value of a keyword must be. */
type Value = 'any' | 'schema' | 'schemas' | 'items' | 'schemas by name' | 'types' | 'names' | 'list' | 'text'

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
const KEYWORDS: { readonly [keyword: string]: Value } = {
  ...of('types', ['type']),
  ...of('schemas by name', ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']),
  ...of('schemas', ['anyOf', 'oneOf', 'allOf', 'prefixItems']),
  ...of('items', ['items']),
  ...of('schema', ['additionalProperties', 'additionalItems', 'propertyNames', 'contains', 'not']),
  ...of('schema', ['if', 'then', 'else', 'unevaluatedProperties', 'unevaluatedItems', 'contentSchema']),
  ...of('names', ['required']),
  ...of('list', ['enum']),
  ...of('text', ['$ref', 'pattern', 'format']),
  ...of('any', [
    '$schema',
    '$id',
    '$anchor',
    '$dynamicRef',
    '$dynamicAnchor',
    '$vocabulary',
    '$comment',
    'id',
  ]),
  ...of('any', [
    'const',
    'title',
    'description',
    'default',
    'deprecated',
    'readOnly',
    'writeOnly',
    'examples',
  ]),
  ...of('any', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength']),
  ...of('any', ['maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minContains', 'maxContains']),
  ...of('any', ['minProperties', 'maxProperties', 'dependencies', 'dependentRequired']),
  ...of('any', ['contentEncoding', 'contentMediaType', 'nullable', 'discriminator', 'example']),
}

function of(value: Value, keywords: readonly string[]): { [keyword: string]: Value } {
  return Object.fromEntries(keywords.map((keyword) => [keyword, value]))
}

/** Returns the first thing that is wrong with a schema, with its path: `answer.properties.age.type is ...`. */
export function jsonSchemaProblem(schema: unknown, path: string): string | undefined {
  return schemaProblem(schema, path, new Set())
}

/** `within`: the schemas around this one. One that contains itself cannot be sent as JSON. */
function schemaProblem(schema: unknown, path: string, within: ReadonlySet<object>): string | undefined {
  if (typeof schema === 'boolean') return undefined
  if (!isObject(schema)) return `${path} is ${shown(schema)}, not a JSON schema.`
  if (within.has(schema)) return `${path} contains itself: write a \`$ref\` instead.`
  const around = new Set([...within, schema])
  for (const [keyword, value] of Object.entries(schema)) {
    if (value === undefined) continue
    const problem = keywordProblem(keyword, value, `${path}.${keyword}`, around)
    if (problem !== undefined) return problem
  }
  return undefined
}

function keywordProblem(
  keyword: string,
  value: unknown,
  path: string,
  within: ReadonlySet<object>,
): string | undefined {
  const wanted = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined
  switch (wanted) {
    case undefined:
      return misspelt(path, keyword, Object.keys(KEYWORDS))
    case 'types':
      return typeProblem(value, path)
    case 'schema':
      return schemaProblem(value, path, within)
    case 'items':
      return Array.isArray(value) ? inEach(value, path, within) : schemaProblem(value, path, within)
    case 'schemas':
      if (!Array.isArray(value)) return `${path} is ${shown(value)}, not a list of schemas.`
      return value.length === 0 ? `${path} is an empty list.` : inEach(value, path, within)
    case 'schemas by name':
      if (!isObject(value)) return `${path} is ${shown(value)}, not an object of schemas by name.`
      return firstOf(Object.entries(value), ([name, it]) => schemaProblem(it, `${path}.${name}`, within))
    case 'names':
      if (Array.isArray(value) && value.every((it) => typeof it === 'string')) return undefined
      return `${path} is ${shown(value)}, not a list of names.`
    case 'list':
      return Array.isArray(value) ? undefined : `${path} is ${shown(value)}, not a list.`
    case 'text':
      return typeof value === 'string' ? undefined : `${path} is ${shown(value)}, not a text.`
    case 'any':
      return undefined
  }
}

function typeProblem(value: unknown, path: string): string | undefined {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value]
  return firstOf(names, (name) => {
    if (typeof name !== 'string') return `${path} is ${shown(name)}, not the name of a type.`
    if (TYPES.includes(name)) return undefined
    return (
      misspelt(path, name, TYPES) ?? `${path}: there is no type '${name}'; there are ${TYPES.join(', ')}.`
    )
  })
}

function misspelt(path: string, name: string, known: readonly string[]): string | undefined {
  const near = nearest(name, known)
  return near === undefined ? undefined : `${path}: there is no '${name}'; did you mean '${near}'?`
}

function inEach(list: readonly unknown[], path: string, within: ReadonlySet<object>): string | undefined {
  return firstOf([...list.entries()], ([index, it]) => schemaProblem(it, `${path}[${index}]`, within))
}

function firstOf<T>(list: readonly T[], find: (it: T) => string | undefined): string | undefined {
  for (const it of list) {
    const found = find(it)
    if (found !== undefined) return found
  }
  return undefined
}

function shown(value: unknown): string {
  if (typeof value === 'string') return `the text "${value.slice(0, 40)}"`
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
