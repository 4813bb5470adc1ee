import { expect, test } from 'vitest'
import { openApi } from './openapi.ts'
import { type Route, routes } from './routes.ts'

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly deprecated?: boolean
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: object }[]
  readonly requestBody?: { content: Record<string, { schema: { type?: string } }> }
  readonly responses: Record<string, { description: string; content: Record<string, { schema: object }> }>
}
const { openapi, info, servers, components, paths } = openApi('2') as {
  servers: readonly { url: string }[]
  components: { schemas: Record<string, { required?: string[] }> }
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
}

test('it is a document of OpenAPI 3.1, and is plain JSON', () => {
  expect(openapi).toBe('3.1.0')
  expect(info).toEqual({ title: 'Fairlead host', version: '2' })
  expect(JSON.parse(JSON.stringify(paths))).toEqual(paths)
})

test.each(Object.entries(routes) as [string, Route][])(
  '%s is in it, with its parameters, body and answers',
  (name, route) => {
    const operation = paths[`/api${route.path.replace(/:(\w+)/g, '{$1}')}`]?.[route.method.toLowerCase()]
    expect(operation).toMatchObject({ operationId: name, summary: route.summary })
    expect(operation?.deprecated).toBe(route.isDeprecated)
    const inPath = operation?.parameters.filter((it) => it.in === 'path').map((it) => it.name)
    expect(inPath).toEqual([...route.path.matchAll(/:(\w+)/g)].map(([, param]) => param))
    const inQuery = operation?.parameters.filter((it) => it.in === 'query').map((it) => it.name)
    expect(inQuery).toEqual(Object.keys(route.query?.shape ?? {}))
    expect(operation?.requestBody?.content['application/json']?.schema.type).toBe(route.body && 'object')
    expect(Object.keys(operation?.responses ?? {})).toEqual(['200', 'default'])
  },
)

test('it names its server, and the schema of errors that every route refers to', () => {
  expect(servers).toEqual([{ url: '/', description: 'The host that serves this document' }])
  expect(components.schemas.Error).toMatchObject({ type: 'object', required: ['error'] })
  const { responses } = paths['/api/sessions']?.get ?? {}
  expect(responses?.default?.content['application/json']?.schema).toEqual({
    $ref: '#/components/schemas/Error',
  })
})

test('it has nothing else but what is served beside them', () => {
  const ids = Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  const others = ['healthz', 'metrics', 'openapi', 'stream']
  expect(ids.sort()).toEqual([...Object.keys(routes), ...others].sort())
})
