/** Tools that the model can call and this program runs. */
import { isObject, type JsonObject, type JsonValue } from '../../protocol/json.ts'
import { checkOptionNames, type OptionNames } from '../../protocol/option-names.ts'
import {
  describeIssues,
  type Schema,
  SchemaError,
  type ToolInputOf,
  toJsonSchema,
  validate,
} from '../schema.ts'

/** One part of a tool's result. */
export type ToolContent =
  | { readonly type: 'text'; readonly text: string }
  /** `data` in base64. */
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }

/** The whole result, for a tool that wants to say all of it. */
export interface ToolResult {
  readonly content: readonly ToolContent[]
  /** The result as data, for clients that read it. */
  readonly structuredContent?: JsonObject
  /** The model sees the content as an error. */
  readonly isError?: boolean
}

/** A text, content blocks, a `ToolResult`, or any other JSON value: the model then sees its JSON. */
export type ToolOutput = readonly ToolContent[] | ToolResult | JsonValue

/** What a running tool can use. */
export interface ToolContext {
  /** Aborted when the turn is interrupted, or the CLI no longer waits for the result. */
  readonly signal: AbortSignal
  /** Reports how far the tool has come, to a CLI that asked for it. */
  readonly progress: (done: number, total?: number, message?: string) => void
}

/** What a client may assume about a tool, as MCP defines it. */
export interface ToolAnnotations {
  readonly title?: string
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint?: boolean
}

/** A tool that runs in this program. `tool` creates one. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly annotations?: ToolAnnotations
  /** Checks the input and runs the tool. Never rejects: what goes wrong is a result for the model. */
  readonly call: (input: unknown, context: ToolContext) => Promise<ToolResult>
}

const ANNOTATIONS: OptionNames<ToolAnnotations> = {
  title: true,
  readOnlyHint: true,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: true,
}
const NAME = /^[A-Za-z0-9_-]{1,64}$/

/**
 * A tool for `toolServer`. An error that `run` throws is shown to the model, which may try again.
 *
 * @example
 * const weather = tool('weather', 'The weather of a city', z.object({ city: z.string() }), async ({ city }) => forecast(city))
 */
export function tool<const S extends Schema>(
  name: string,
  description: string,
  schema: S,
  run: (input: ToolInputOf<S>, context: ToolContext) => ToolOutput | Promise<ToolOutput>,
  annotations?: ToolAnnotations,
): Tool {
  if (!NAME.test(name)) {
    throw new SchemaError(
      `The tool name ${JSON.stringify(name)} is not usable: 1 to 64 letters, digits, - and _ are.`,
    )
  }
  if (typeof run !== 'function') throw new SchemaError(`The tool ${name} has no function that runs it.`)
  if (annotations) checkOptionNames(annotations, ANNOTATIONS)
  const inputSchema = toJsonSchema(schema, `the tool ${name}`)
  if (inputSchema.type !== 'object') {
    throw new SchemaError(
      `The schema of the tool ${name} must describe an object: its fields are the parameters.`,
    )
  }
  return {
    name,
    description,
    inputSchema,
    ...(annotations && { annotations }),
    call: async (input, context) => {
      try {
        const checked = await validate(schema, input)
        if (checked.issues)
          return failure(`The input of ${name} is not valid:\n${describeIssues(checked.issues)}`)
        return toResult(await run(checked.value as ToolInputOf<S>, context))
      } catch (error) {
        return failure(error instanceof Error ? error.message : String(error))
      }
    },
  }
}

/** An image as content of a result. Bytes are encoded. */
export function imageContent(data: string | Uint8Array, mimeType = 'image/png'): ToolContent {
  const base64 = typeof data === 'string' ? data : Buffer.from(data).toString('base64')
  return { type: 'image', data: base64, mimeType }
}

function failure(text: string): ToolResult {
  return { content: [{ type: 'text', text: text || 'The tool failed without a message.' }], isError: true }
}

function toResult(output: ToolOutput): ToolResult {
  if (typeof output === 'string') return { content: [{ type: 'text', text: output }] }
  if (isContent(output) && output.length > 0) return { content: output }
  if (isResult(output)) return output
  const text = JSON.stringify(output) ?? 'null'
  return { content: [{ type: 'text', text }], ...(isObject(output) && { structuredContent: output }) }
}

function isContent(output: unknown): output is readonly ToolContent[] {
  return Array.isArray(output) && output.every(isBlock)
}

/** Data may have fields of these names too. */
function isBlock(block: unknown): block is ToolContent {
  if (!isObject(block)) return false
  if (block.type === 'text') return typeof block.text === 'string'
  return block.type === 'image' && typeof block.data === 'string' && typeof block.mimeType === 'string'
}

function isResult(output: ToolOutput): output is ToolResult {
  return isObject(output) && isContent(output.content)
}
