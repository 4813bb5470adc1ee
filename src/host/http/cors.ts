/**
 * What a browser must see in an answer before it hands it to a page of another origin. Only pages of `origins` get it, for the API
 * alone, and never for requests with cookies.
 */
import type { Hono } from 'hono'
import { ApiError } from '../../api/errors.ts'
import { CLIENT_HEADER, paths } from '../../api/paths.ts'
import { askedBy } from './request.ts'
import type { Security } from './security.ts'

const PREFLIGHT = {
  'access-control-allow-methods': [...new Set(Object.values(paths).map(({ method }) => method))].join(', '),
  'access-control-allow-headers': `authorization, content-type, ${CLIENT_HEADER}`,
  'access-control-max-age': '600',
}

export function addCors(app: Hono, security: Security): void {
  app.use(async (c, next) => {
    const asked = askedBy(c)
    if (asked.origin === undefined || !security.isListed(asked)) return next()
    if (!c.req.path.startsWith('/api/'))
      throw new ApiError('forbidden', `pages of ${asked.origin} may use nothing but the API of this host`)
    const allowed = { 'access-control-allow-origin': asked.origin, vary: 'origin' }
    if (c.req.method === 'OPTIONS') return c.body(null, 204, { ...allowed, ...PREFLIGHT })
    await next()
    for (const [name, value] of Object.entries(allowed)) c.res.headers.append(name, value)
  })
}
