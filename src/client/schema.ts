/** Schemas of any library that follows Standard Schema (zod, valibot, arktype), or a plain JSON schema. */
import { FairleadError } from '../protocol/errors.ts'
import { isObject, type JsonObject } from '../protocol/json.ts'
import { jsonSchemaProblem } from '../protocol/json-schema.ts'

/** As much of https://standardschema.dev as is used here. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    /** Newer versions of the libraries describe themselves as JSON schema. */
    readonly jsonSchema?: { readonly input: (options: { readonly target: string }) => JsonObject }
  }
}
/** The outcome of a validation (Standard Schema). */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }
/** One reason why a value does not match a schema (Standard Schema). */
export interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** A schema of a library, or a JSON schema: of that, the CLI checks the values. */
export type Schema<Output = unknown> = StandardSchema<unknown, Output> | JsonObject
/** The type of the values that a schema lets through. */
export type OutputOf<S> = S extends {
  readonly '~standard': { readonly types?: { readonly output: infer Output } | undefined }
}
  ? Output
  : unknown
/** Like `OutputOf`, for the input of a tool, which is always an object. */
export type ToolInputOf<S> = unknown extends OutputOf<S> ? JsonObject : OutputOf<S>

/** The schema cannot be used. */
export class SchemaError extends FairleadError {
  constructor(message: string) {
    super('bad-schema', message)
  }
}

const TARGET = 'draft-07'
/** Any of these marks an object as a JSON schema. */
const KEYWORDS = ['type', 'properties', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', '$schema']

function isStandardSchema(schema: unknown): schema is StandardSchema {
  // The schemas of arktype are functions.
  const isValue = (typeof schema === 'object' && schema !== null) || typeof schema === 'function'
  return isValue && '~standard' in schema && isObject(schema['~standard'])
}

/** `what` is named in errors. */
export function toJsonSchema(schema: unknown, what: string): JsonObject {
  if (isStandardSchema(schema)) {
    const { jsonSchema, vendor } = schema['~standard']
    if (jsonSchema) return withoutDialect(described(() => jsonSchema.input({ target: TARGET }), what))
    throw new SchemaError(
      `The schema of ${what} cannot describe itself as JSON schema: it lacks \`~standard.jsonSchema\`. ${adviceFor(vendor)}`,
    )
  }
  const problem = isObject(schema) ? jsonSchemaProblem(schema, 'schema') : undefined
  if (problem !== undefined) throw new SchemaError(`The schema of ${what} is not valid: ${problem}`)
  if (isObject(schema) && KEYWORDS.some((keyword) => keyword in schema)) return schema
  throw new SchemaError(
    `The schema of ${what} is neither a JSON schema nor a schema of a library such as zod, valibot or arktype.`,
  )
}

function adviceFor(vendor: string): string {
  return vendor === 'valibot'
    ? 'Wrap it in `toStandardJsonSchema` of the package @valibot/to-json-schema.'
    : `Update ${vendor} (zod has it since 4.2), or pass a JSON schema.`
}

/** A library throws at what JSON schema cannot express, such as a date. */
function described(describe: () => JsonObject, what: string): JsonObject {
  try {
    return describe()
  } catch (error) {
    throw new SchemaError(
      `The schema of ${what} cannot be expressed as JSON schema: ${(error as Error).message}`,
    )
  }
}

/** The CLI expects its own dialect. */
function withoutDialect({ $schema: _, ...schema }: JsonObject): JsonObject {
  return schema
}

export async function validate<S extends Schema>(
  schema: S,
  value: unknown,
): Promise<SchemaResult<OutputOf<S>>> {
  if (!isStandardSchema(schema)) return { value: value as OutputOf<S> }
  return (await schema['~standard'].validate(value)) as SchemaResult<OutputOf<S>>
}

/** What is wrong, one line for each place: `address.city: expected string`. */
export function describeIssues(issues: readonly SchemaIssue[]): string {
  return issues.map(describeIssue).join('\n')
}

function describeIssue({ message, path = [] }: SchemaIssue): string {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part))
  return keys.length > 0 ? `${keys.join('.')}: ${message}` : message
}
