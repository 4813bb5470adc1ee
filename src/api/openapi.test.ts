import { expect, test } from 'vitest'
import { openApi } from './openapi.ts'
import { type Route, routes } from './routes.ts'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
}
interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly deprecated?: boolean
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: object }[]
  readonly requestBody?: { content: Record<string, { schema: object }> }
  readonly responses: Record<string, { description: string; content: Record<string, { schema: object }> }>
}
const { openapi, info, servers, components, paths } = openApi('2') as {
  servers: readonly { url: string }[]
  components: { schemas: Record<string, Schema> }
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
}

test('it is a document of OpenAPI 3.1, and is plain JSON', () => {
  expect(openapi).toBe('3.1.0')
  expect(info).toEqual({ title: 'Fairlead host', version: '2' })
  expect(JSON.parse(JSON.stringify(paths))).toEqual(paths)
})

const PREFIX = '#/components/schemas/'
/** The schema that a body refers to. */
function named({ $ref = '' }: Schema): Schema {
  expect($ref).toMatch(/^#\/components\/schemas\/[A-Z][A-Za-z]+$/)
  const schema = components.schemas[$ref.slice(PREFIX.length)]
  if (schema === undefined) throw new Error(`no schema ${$ref}`)
  return schema
}
/** Every `$ref` in a value. */
function refsIn(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref = '']) => ref)
}

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
    const sent = operation?.requestBody?.content['application/json']?.schema
    expect(sent && named(sent).type).toBe(route.body && 'object')
    const shape = route.body && Object.keys(route.body.shape)
    expect(sent && Object.keys(named(sent).properties ?? {})).toEqual(shape)
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

test('JSON bodies are named schemas, and so are the parts that clients handle on their own', () => {
  for (const path of Object.values(paths))
    for (const { operationId, requestBody, responses } of Object.values(path))
      for (const { content } of [...(requestBody ? [requestBody] : []), ...Object.values(responses)]) {
        const { schema } = content?.['application/json'] ?? {}
        // Its own shape is the OpenAPI specification's.
        if (schema !== undefined && operationId !== 'openapi') named(schema)
      }
  expect(components.schemas.SessionList).toMatchObject({
    properties: { sessions: { type: 'array', items: { $ref: `${PREFIX}SessionSummary` } } },
  })
})

test('every reference leads to a schema, and every schema is in use', () => {
  const refs = new Set([...refsIn(paths), ...refsIn(components)].map((ref) => ref.slice(PREFIX.length)))
  expect([...refs].sort()).toEqual(Object.keys(components.schemas).sort())
})

test('descriptions of fields are kept', () => {
  expect(components.schemas.PolicyDryRun?.properties?.from).toMatchObject({
    description: 'Milliseconds since 1970',
  })
})
