import type { Context } from 'hono'
import type { z } from 'zod'
import { SECRET_HEADER } from '../../api/browser-access.ts'
import { ApiError } from '../../api/errors.ts'
import { CLIENT_HEADER } from '../../api/paths.ts'
import { problemsOf } from '../problems.ts'
import type { Asked } from './security.ts'

export function askedBy(c: Context): Asked {
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  return askedWith((name) => c.req.header(name), env?.incoming?.socket?.remoteAddress)
}

export function askedWith(header: (name: string) => string | undefined, address: string | undefined): Asked {
  return {
    host: header('host'),
    origin: header('origin'),
    authorization: header('authorization'),
    cookie: header('cookie'),
    secret: header(SECRET_HEADER),
    site: header('sec-fetch-site'),
    from: address ?? 'local',
  }
}

/** The name that a client gives itself, for the audit. */
export function labelOf(c: Context): string {
  return (c.req.header(CLIENT_HEADER) ?? 'api').slice(0, 100)
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
  const text = issues.map(({ path, message }) => `${path}: ${message}`).join('; ')
  throw new ApiError('bad-request', text, issues)
}
