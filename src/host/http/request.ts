/** What the routes read from a request: who asks, and a body or query that fits its schema. */
import type { Context } from 'hono'
import type { z } from 'zod'
import { SECRET_HEADER } from '../../api/browser-access.ts'
import { ApiError } from '../../api/errors.ts'
import { problemsOf } from '../problems.ts'
import type { Asked } from './security.ts'

export function askedBy(c: Context): Asked {
  return {
    host: c.req.header('host'),
    origin: c.req.header('origin'),
    authorization: c.req.header('authorization'),
    cookie: c.req.header('cookie'),
    secret: c.req.header(SECRET_HEADER),
    site: c.req.header('sec-fetch-site'),
    from: addressOf(c),
  }
}

function addressOf(c: Context): string {
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  return env?.incoming?.socket?.remoteAddress ?? 'local'
}

/** Clients say who they are; the audit shows it. */
export function labelOf(c: Context): string {
  return (c.req.header('x-fairlead-client') ?? 'api').slice(0, 100)
}

export async function bodyOf(c: Context): Promise<unknown> {
  const text = await c.req.text()
  if (text === '') return {}
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
    throw new ApiError('unsupported', 'the body must be JSON, with content-type application/json')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ApiError('bad-request', `the body is not JSON: ${(error as Error).message}`)
  }
}

export function parsed<S extends z.ZodObject>(schema: S, value: unknown, where: string): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = problemsOf(schema, result.error.issues).map(({ path, message }) => ({
    path: [where, ...path].join('.'),
    message,
  }))
  throw new ApiError(
    'bad-request',
    issues.map(({ path, message }) => `${path}: ${message}`).join('; '),
    issues,
  )
}
