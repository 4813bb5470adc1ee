/** What is wrong with an input, for its author: where, and what to do. For an unknown name the nearest known one is suggested. */
import { z } from 'zod'
import { nearest } from '../protocol/nearest.ts'

export interface Problem {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

const MAX_PROBLEMS = 20
/** Up to this many known names are listed. */
const SHORT_LIST = 12
const MAX_NAME = 80

/** `manual`: where all names are documented, in case they are too many to list. */
export function problemsOf(
  schema: z.ZodType,
  issues: readonly z.core.$ZodIssue[],
  manual = 'GET /api/openapi.json',
): Problem[] {
  const problems: Problem[] = []
  for (const issue of issues) {
    const room = MAX_PROBLEMS - problems.length
    if (issue.code === 'invalid_key')
      problems.push({ path: issue.path, message: issue.issues[0]?.message ?? issue.message })
    else if (issue.code !== 'unrecognized_keys') problems.push(issue)
    else {
      const known = objectAt(schema, issue.path)?.shape ?? {}
      for (const name of issue.keys.slice(0, room)) {
        const message = `there is no such name here: ${hintFor(name, known, manual)}`
        problems.push({ path: [...issue.path, cut(name)], message })
      }
    }
    if (problems.length >= MAX_PROBLEMS) break
  }
  return problems
}

function hintFor(name: string, shape: z.core.$ZodShape, manual: string): string {
  const known = Object.keys(shape)
  const inside = known.find((key) => Object.hasOwn(objectAt(shape[key], [])?.shape ?? {}, name))
  const near = inside === undefined ? nearest(name, known) : `${inside}.${name}`
  if (near !== undefined) return `did you mean \`${near}\`?`
  if (known.length === 0) return 'leave it out'
  if (known.length > SHORT_LIST) return `${manual} lists those there are`
  return `there are ${known.join(', ')}`
}

function objectAt(
  schema: z.core.$ZodType | undefined,
  path: readonly PropertyKey[],
): z.ZodObject | undefined {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable
  )
    return objectAt(schema.unwrap(), path)
  if (schema instanceof z.ZodPipe) return objectAt(schema.in, path)
  const [first, ...rest] = path
  if (schema instanceof z.ZodArray) return objectAt(schema.element, rest)
  if (schema instanceof z.ZodRecord && first !== undefined) return objectAt(schema.valueType, rest)
  if (!(schema instanceof z.ZodObject)) return undefined
  return first === undefined ? schema : objectAt(schema.shape[first as string], rest)
}

const cut = (name: string): string => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name)
