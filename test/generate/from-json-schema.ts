/** Makes values that fit a JSON Schema, as far as the schemas of the API use it. */

import { isObject, type JsonObject } from '../../src/protocol/json.ts'
import fc from './fast-check.ts'

export function fromJsonSchema(schema: unknown, depth = 0): fc.Arbitrary<unknown> {
  if (!isObject(schema) || depth > 6) return fc.jsonValue({ maxDepth: 1 })
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  for (const either of [schema.anyOf, schema.oneOf])
    if (Array.isArray(either)) return fc.oneof(...either.map((it) => fromJsonSchema(it, depth + 1)))
  const [type] = [schema.type].flat()
  if (type === 'object') return objectOf(schema, depth)
  if (type === 'array') return fc.array(fromJsonSchema(schema.items, depth + 1), { maxLength: 3 })
  if (type === 'integer' || type === 'number')
    return fc.integer({ min: Number(schema.minimum ?? 0), max: 1000 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'string') return fc.oneof(fc.string({ minLength: 1, maxLength: 12 }), fc.uuid())
  return fc.jsonValue({ maxDepth: 1 })
}

function objectOf(schema: JsonObject, depth: number): fc.Arbitrary<unknown> {
  const fields = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  const named = Object.entries(fields).map(
    ([name, inner]) => [name, fromJsonSchema(inner, depth + 1)] as const,
  )
  return fc.record(Object.fromEntries(named), { requiredKeys: required })
}
