/** The HTTP side of the host: checks, parses, calls a handler, and answers in one shape. Works without a socket too. */
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import { ApiError } from '../../api/errors.ts'
import { openApi } from '../../api/openapi.ts'
import type { Health } from '../../api/resources.ts'
import { type Route, routes } from '../../api/routes.ts'
import type { Handlers } from '../handlers/handler.ts'
import { StoreError } from '../journal/store.ts'
import { problemsOf } from '../problems.ts'
import { type Asked, SECURITY_HEADERS, type Security } from './security.ts'

export interface AppOptions {
  readonly handlers: Handlers
  readonly security: Security
  readonly health: () => Health
  readonly metrics: () => string
  readonly log: (level: 'info' | 'warn' | 'error', message: string, detail?: object) => void
  /** Files of the console. */
  readonly page: (path: string) => Promise<Response | undefined> | Response | undefined
  readonly stream: (query: URLSearchParams, label: string, signal: AbortSignal) => Response
  readonly mostBodyBytes?: number
  readonly isSecure?: boolean
}

const MOST_BODY = 48 * 1024 * 1024
const NO_QUERY = z.strictObject({})

export function createApp(options: AppOptions): Hono {
  const {
    handlers,
    security,
    health,
    metrics,
    log,
    page,
    stream,
    mostBodyBytes = MOST_BODY,
    isSecure = false,
  } = options
  const app = new Hono()

  app.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.res.headers.set(name, value)
  })
  app.use(async (c, next) => {
    security.checkOrigin(askedBy(c))
    await next()
  })
  app.get('/api/healthz', (c) => c.json(health()))
  app.get('/login', (c) => {
    const site = c.req.header('sec-fetch-site')
    const cookie = security.cookieFor(c.req.query('token'), addressOf(c), isSecure, site)
    return c.body(null, 303, {
      'set-cookie': cookie,
      location: pathIn(c.req.query('to')),
      'cache-control': 'no-store',
    })
  })
  app.use('/api/*', async (c, next) => {
    security.checkToken(askedBy(c))
    await next()
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  })
  app.use(
    '/api/*',
    bodyLimit({
      maxSize: mostBodyBytes,
      onError: () => {
        throw new ApiError(
          'too-large',
          `a request may have ${Math.floor(mostBodyBytes / 1024 / 1024)} MB at most`,
        )
      },
    }),
  )
  app.get('/api/openapi.json', (c) => c.json(openApi()))
  app.get('/api/metrics', (c) => c.text(metrics(), 200, { 'content-type': 'text/plain; version=0.0.4' }))
  app.get('/api/stream', (c) => stream(new URL(c.req.url).searchParams, labelOf(c), c.req.raw.signal))
  for (const [name, route] of Object.entries(routes) as [keyof typeof routes, Route][]) {
    app.on(route.method, `/api${route.path}`, async (c) => {
      const handler = handlers[name] as (request: object) => unknown
      const answer = await handler({
        params: c.req.param(),
        query: parsed(route.query ?? NO_QUERY, c.req.query(), 'query'),
        body: route.body ? parsed(route.body, await bodyOf(c), 'body') : undefined,
        client: { label: labelOf(c) },
        signal: c.req.raw.signal,
      })
      return c.json(answer as object)
    })
  }
  app.all('/api/*', (c) => {
    throw new ApiError('not-found', `there is no ${c.req.method} ${c.req.path}: see /api/openapi.json`)
  })
  app.use('/assets/*', compress())
  app.get('*', async (c) => {
    security.checkToken(askedBy(c))
    const found = await page(c.req.path)
    return found ?? c.text('not found', 404)
  })
  app.onError((error, c) => {
    const known = asApiError(error)
    if (known.code === 'internal') log('error', error.stack ?? error.message, { path: c.req.path })
    if (!c.req.path.startsWith('/api/'))
      return c.text(`Fairlead: ${known.message}`, known.status as ContentfulStatusCode)
    return c.json(known.body, known.status as ContentfulStatusCode)
  })
  return app
}

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof StoreError) return new ApiError('storage', error.message)
  // Errors of the library say what was wrong and what to do.
  if (
    error instanceof Error &&
    'code' in error &&
    error.constructor.name.endsWith('Error') &&
    error.name !== 'Error'
  )
    return new ApiError('not-possible', error.message)
  return new ApiError('internal', 'the host failed to do this: its log says more')
}

/** A path of this host and nothing else: a browser takes `//name` and a backslash for another site. */
function pathIn(given: string | undefined): string {
  return given !== undefined && /^\/(?![/\\])[\w\-./~%?=&]*$/.test(given) ? given : '/'
}

function askedBy(c: Context): Asked {
  return {
    host: c.req.header('host'),
    origin: c.req.header('origin'),
    authorization: c.req.header('authorization'),
    cookie: c.req.header('cookie'),
    from: addressOf(c),
  }
}

function addressOf(c: Context): string {
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  return env?.incoming?.socket?.remoteAddress ?? 'local'
}

/** Clients say who they are; the audit shows it. */
function labelOf(c: Context): string {
  return (c.req.header('x-fairlead-client') ?? 'api').slice(0, 100)
}

async function bodyOf(c: Context): Promise<unknown> {
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

function parsed(schema: z.ZodObject, value: unknown, where: string): unknown {
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
