import { expect, test } from 'vitest'
import { openApi } from '../../api/openapi.ts'
import { createApp } from './app.ts'

test('all that is served under /api is described', () => {
  const { routes } = createApp({ handlers: {}, security: {} } as never)
  const served = routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  const { paths } = openApi() as { paths: Record<string, object> }
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect([...new Set(served)].sort()).toEqual(described.sort())
})
