/** Structured output: a tool by which the model answers in the form of a JSON Schema. */
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { misused, type Tool } from './tool.ts'

export const MOST_TRIES = 5

export function structuredTool(schema: JsonObject, take: (value: JsonObject | undefined) => void): Tool {
  return {
    name: 'StructuredOutput',
    description: 'Answers in the requested form.',
    required: {},
    isConcurrent: () => false,
    async run(input) {
      const problem = mismatch(input, schema, '')
      take(problem === undefined ? input : undefined)
      if (problem !== undefined) return misused(`Output does not match required schema: ${problem}`)
      return {
        content: 'Structured output provided successfully',
        result: 'Structured output provided successfully',
      }
    },
  }
}

/** The part of JSON Schema that tells forms apart: type, properties, required, items, enum. */
export function mismatch(value: unknown, schema: unknown, path: string): string | undefined {
  if (!isObject(schema)) return undefined
  const at = path === '' ? 'root' : path
  if (typeof schema.type === 'string' && typeOf(value, schema.type) === false)
    return `${at}: must be ${schema.type}`
  if (Array.isArray(schema.enum) && !schema.enum.includes(value))
    return `${at}: must be one of the allowed values`
  if (isObject(value)) {
    for (const field of Array.isArray(schema.required) ? schema.required : []) {
      if (!(String(field) in value)) return `${at}: must have required property '${field}'`
    }
    for (const [field, inner] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
      const problem = field in value ? mismatch(value[field], inner, `${path}/${field}`) : undefined
      if (problem !== undefined) return problem
    }
  }
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      const problem = mismatch(element, schema.items, `${path}/${index}`)
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
