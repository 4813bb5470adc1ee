import type { JsonObject } from '../../../protocol/json.ts'
import type { Agent } from '../agent.ts'
import type { Thread } from '../turns/thread.ts'

export interface ToolContext {
  readonly agent: Agent
  readonly thread: Thread
  readonly id: string
  readonly signal: AbortSignal
  /** From the host's answer to the approval of this call. */
  readonly updatedPermissions?: unknown
}

export interface ToolOutcome {
  readonly content: string | JsonObject[]
  readonly isError?: boolean
  /** The tool's own result object; the content if undefined. */
  readonly result?: unknown
  /** Send `is_error: false` explicitly, as 2.1.197 and later do for Bash. */
  readonly saysNoError?: boolean
}

export interface Tool {
  readonly name: string
  readonly description: string
  readonly required: { readonly [field: string]: FieldType }
  readonly optional?: { readonly [field: string]: FieldType }
  /** Returns what the tool's own checks find wrong, or undefined. */
  check?(input: JsonObject): string | undefined
  isConcurrent(input: JsonObject): boolean
  run(input: JsonObject, context: ToolContext): Promise<ToolOutcome>
  /** What it would have returned, without doing it. */
  pretend?(input: JsonObject, context: ToolContext): ToolOutcome
}

type FieldType = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'any'

export function failed(message: string): ToolOutcome {
  return { content: message, isError: true, result: `Error: ${message}` }
}

/** An error that the tool's own checks found before it started. */
export function misused(message: string): ToolOutcome {
  return {
    content: `<tool_use_error>${message}</tool_use_error>`,
    isError: true,
    result: `Error: ${message}`,
  }
}

/** Returns what is wrong with an input, or undefined. */
export function inputProblem(tool: Tool, input: JsonObject): string | undefined {
  for (const [field, type] of Object.entries(tool.required)) {
    if (input[field] === undefined) return `The required parameter \`${field}\` is missing`
    if (!isOfType(input[field], type)) return wrongType(field, type, input[field])
  }
  for (const [field, type] of Object.entries(tool.optional ?? {})) {
    if (input[field] !== undefined && !isOfType(input[field], type))
      return wrongType(field, type, input[field])
  }
  return tool.check?.(input)
}

function wrongType(field: string, type: FieldType, value: unknown): string {
  return `The parameter \`${field}\` type is expected as \`${type}\` but provided as \`${typeof value}\``
}

function isOfType(value: unknown, type: FieldType): boolean {
  if (type === 'any') return true
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

export function schemaOf({ required, optional = {} }: Tool): JsonObject {
  const properties = Object.entries({ ...required, ...optional }).map(([field, type]) => [
    field,
    type === 'any' ? {} : { type },
  ])
  return { type: 'object', properties: Object.fromEntries(properties), required: Object.keys(required) }
}
