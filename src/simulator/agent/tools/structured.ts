import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { Profile } from '../version.ts'
import { failed, type Tool } from './tool.ts'

export const MAX_TRIES = 5

export function structuredTool(
  schema: JsonObject,
  profile: Profile,
  take: (value: JsonObject | undefined, problem: string | undefined) => void,
): Tool {
  return {
    name: 'StructuredOutput',
    description: 'Answers in the requested form.',
    required: {},
    isConcurrent: () => false,
    async run(input) {
      const found = mismatch(input, schema, '', profile)
      const problem = found === undefined ? undefined : `Output does not match required schema: ${found}`
      take(problem === undefined ? input : undefined, problem)
      if (problem !== undefined) return failed(problem)
      return {
        content: 'Structured output provided successfully',
        result: 'Structured output provided successfully',
      }
    },
  }
}

/**
 * Checks the part of JSON Schema that describes the form of a value: type, properties, required, additionalProperties, items,
 * enum.
 */
export function mismatch(
  value: unknown,
  schema: unknown,
  path: string,
  profile: Profile,
): string | undefined {
  if (!isObject(schema)) return undefined
  const at = path === '' ? 'root' : path
  if (typeof schema.type === 'string' && typeOf(value, schema.type) === false)
    return `${at}: must be ${schema.type}`
  if (Array.isArray(schema.enum) && !schema.enum.includes(value))
    return `${at}: must be equal to one of the allowed values${profile.isOld ? '' : `: ${JSON.stringify(schema.enum)}`}`
  if (isObject(value)) {
    for (const field of Array.isArray(schema.required) ? schema.required : []) {
      if (!Object.hasOwn(value, String(field))) return `${at}: must have required property '${field}'`
    }
    const properties = isObject(schema.properties) ? schema.properties : {}
    const strange = Object.keys(value).find((field) => !Object.hasOwn(properties, field))
    if (schema.additionalProperties === false && strange !== undefined) {
      const which = profile.isOld ? '' : ` ('${strange}' is not allowed)`
      return `${at}: must NOT have additional properties${which}`
    }
    for (const [field, inner] of Object.entries(properties)) {
      const problem = Object.hasOwn(value, field)
        ? mismatch(value[field], inner, `${path}/${field}`, profile)
        : undefined
      if (problem !== undefined) return problem
    }
  }
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      const problem = mismatch(element, schema.items, `${path}/${index}`, profile)
      if (problem !== undefined) return problem
    }
  }
  return undefined
}

function typeOf(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'null') return value === null
  return typeof value === type
}
