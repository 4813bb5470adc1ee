import { z } from 'zod'
import { type ApiErrorCode, ERROR_STATUS } from './errors.ts'
import { healthSchema } from './resources.ts'
import { type Route, routes } from './routes.ts'
import { ANSWER_SCHEMAS, REQUEST_SCHEMAS } from './schema-names.ts'

const errorSchema = z.object({
  error: z.object({
    code: z.enum(Object.keys(ERROR_STATUS) as [ApiErrorCode, ...ApiErrorCode[]]),
    message: z.string().describe('What was wrong, where, and what to do'),
    details: z.unknown().optional(),
  }),
})

/** The OpenAPI document of the host, which it serves at `/api/openapi.json`. */
export function openApi(version = '1'): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, route] of Object.entries(routes) as [string, Route][]) {
    const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Fairlead host', version },
    // Relative to the address of this document: the host that served it.
    servers: [{ url: '/', description: 'The host that serves this document' }],
    security: [{ token: [] }],
    paths: { ...paths, ...OTHERS },
    components: {
      schemas: {
        ...named(REQUEST_SCHEMAS, 'input'),
        ...named({ ...ANSWER_SCHEMAS, Error: errorSchema }, 'output'),
      },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  }
}

const names = new Map(
  Object.entries({ ...REQUEST_SCHEMAS, ...ANSWER_SCHEMAS }).map(([name, schema]) => [schema, name]),
)
const pathOf = (name: string) => `#/components/schemas/${name}`
const ERROR = { 'application/json': { schema: { $ref: pathOf('Error') } } }

/** Addresses that are not routes: they are no commands, or have other formats. */
const OTHERS = {
  '/api/healthz': {
    get: {
      operationId: 'healthz',
      summary: 'Whether the host runs, and what is wrong; needs no token',
      security: [],
      responses: { 200: { description: 'How it is', content: json(healthSchema) } },
    },
  },
  '/api/metrics': {
    get: {
      operationId: 'metrics',
      summary: 'Figures of the host, as Prometheus reads them',
      responses: { 200: { description: 'Figures', content: text('text/plain') } },
    },
  },
  '/api/openapi.json': {
    get: {
      operationId: 'openapi',
      summary: 'This document',
      responses: {
        200: { description: 'OpenAPI 3.1', content: { 'application/json': { schema: { type: 'object' } } } },
      },
    },
  },
  '/api/stream': {
    get: {
      operationId: 'stream',
      summary: 'The list and any sessions, live: a WebSocket after an upgrade, otherwise server-sent events',
      parameters: [
        { name: 'list', in: 'query', required: false, schema: { type: 'string' } },
        {
          name: 'watch',
          in: 'query',
          required: false,
          description: 'A session, or SESSION:SEQ to have the events after that number',
          schema: { type: 'array', items: { type: 'string' } },
        },
      ],
      responses: {
        101: { description: 'A WebSocket' },
        200: { description: 'Server-sent events', content: text('text/event-stream') },
      },
    },
  },
}

function operation(name: string, { summary, isDeprecated, path, query, body, answer }: Route): object {
  const params = [...path.matchAll(/:(\w+)/g)].map(([, param]) => ({
    name: param,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  return {
    operationId: name,
    summary,
    ...(isDeprecated && { deprecated: true }),
    parameters: [...params, ...(query ? queryParameters(query) : [])],
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: {
      200: { description: 'Done', content: json(answer) },
      default: { description: 'What was wrong, and what to do', content: ERROR },
    },
  }
}

function queryParameters(query: z.ZodObject): object[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, {
    io: 'input',
    unrepresentable: 'any',
  }) as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function text(type: string): object {
  return { [type]: { schema: { type: 'string' } } }
}

function json(schema: z.ZodType): object {
  const name = names.get(schema)
  if (name === undefined) throw new Error('A body has no name in schema-names.ts')
  return { 'application/json': { schema: { $ref: pathOf(name) } } }
}

/** The schemas by name. Where one holds another, it refers to it. */
function named(schemas: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output'): Record<string, object> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id })
  const converted = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: pathOf,
    // Descriptions are in the global registry, which a conversion of another registry leaves out.
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema))
    },
  })
  return Object.fromEntries(
    Object.entries(converted.schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema]),
  )
}
