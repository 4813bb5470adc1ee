/** The HTTP side of the host: checks and parses requests, calls a handler, and answers in one shape. It needs no socket. */
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ApiError } from '../../api/errors.ts'
import { openApi } from '../../api/openapi.ts'
import type { Health } from '../../api/resources.ts'
import { type Route, routes } from '../../api/routes.ts'
import type { Guarded } from '../handlers/bypass-guard.ts'
import { callHandler } from '../handlers/call-handler.ts'
import { type Handlers, JsonText } from '../handlers/handler.ts'
import { addCors } from './cors.ts'
import { errorAnswer } from './error-answer.ts'
import { askedBy, bodyOf, labelOf } from './request.ts'
import { type Caller, SECURITY_HEADERS, type Security } from './security.ts'
import { addSignIn } from './sign-in.ts'

declare module 'hono' {
  interface ContextVariableMap {
    caller: Caller
  }
}

export interface AppOptions {
  readonly handlers: Guarded<Handlers>
  readonly security: Security
  readonly health: () => Health
  readonly metrics: () => string
  readonly log: (level: 'info' | 'warn' | 'error', message: string, detail?: object) => void
  /** Files of the console. */
  readonly page: (path: string) => Promise<Response | undefined> | Response | undefined
  readonly stream: (query: URLSearchParams, label: string, signal: AbortSignal, caller: Caller) => Response
  readonly mostBodyBytes?: number
}

const MAX_BODY = 48 * 1024 * 1024
const MAX_PLAIN_BODY = 4 * 1024 * 1024

function upTo(maxSize: number) {
  return bodyLimit({
    maxSize,
    onError: () => {
      const megabytes = Math.floor(maxSize / 1024 / 1024)
      throw new ApiError('too-large', `a request like this may have ${megabytes} MB at most`)
    },
  })
}

export function createApp(options: AppOptions): Hono {
  const { handlers, security, health, metrics, log, page, stream, mostBodyBytes = MAX_BODY } = options
  const app = new Hono()

  app.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.res.headers.set(name, value)
    const dropped = security.dropsOldCookie(c.req.header('cookie'))
    if (dropped !== undefined) c.res.headers.append('set-cookie', dropped)
  })
  app.use(async (c, next) => {
    security.checkOrigin(askedBy(c))
    await next()
  })
  addCors(app, security)
  app.get('/api/healthz', (c) => c.json(health()))
  addSignIn(app, security)
  app.use('/api/*', async (c, next) => {
    c.set('caller', security.identify(askedBy(c)))
    await next()
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  })
  app.use('/api/*', upTo(mostBodyBytes))
  // Only messages contain images. Parsing a large body blocks all other requests.
  const small = upTo(Math.min(mostBodyBytes, MAX_PLAIN_BODY))
  app.use('/api/*', (c, next) =>
    /^\/api\/sessions(?:\/[^/]+\/messages)?$/.test(c.req.path) ? next() : small(c, next),
  )
  app.get('/api/openapi.json', (c) => c.json(openApi()))
  app.get('/api/metrics', (c) => c.text(metrics(), 200, { 'content-type': 'text/plain; version=0.0.4' }))
  app.get('/api/stream', (c) =>
    stream(new URL(c.req.url).searchParams, labelOf(c), c.req.raw.signal, c.get('caller')),
  )
  for (const [name, route] of Object.entries(routes) as [keyof typeof routes, Route][]) {
    app.on(route.method, `/api${route.path}`, async (c) => {
      const answer = await callHandler(handlers, name, {
        params: c.req.param(),
        query: c.req.query(),
        body: () => bodyOf(c),
        client: { label: labelOf(c), ...c.get('caller') },
        signal: c.req.raw.signal,
      })
      if (answer instanceof JsonText) return c.body(answer.text, 200, { 'content-type': 'application/json' })
      return c.json(answer as object)
    })
  }
  app.all('/api/*', (c) => {
    throw new ApiError('not-found', `there is no ${c.req.method} ${c.req.path}: see /api/openapi.json`)
  })
  for (const files of ['/assets/*', '/docs/*']) app.use(files, compress())
  // The files of the console and of the documentation are the same for everybody and contain nothing of this host.
  app.get('*', async (c) => {
    const found = await page(c.req.path)
    return found ?? c.text('not found', 404)
  })
  app.onError((error, c) => {
    const known = errorAnswer(error, log, c.req.path)
    if (c.req.method === 'GET' && !c.req.path.startsWith('/api/'))
      return c.text(`Fairlead: ${known.message}`, known.status as ContentfulStatusCode)
    return c.json(known.body, known.status as ContentfulStatusCode)
  })
  return app
}
