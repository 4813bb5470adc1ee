import { describe, expect, test } from 'vitest'
import { patchQueuedSchema, replaceAgentsSchema, sendMessageSchema } from './commands.ts'
import { openApi } from './openapi.ts'
import { type Route, routes } from './routes.ts'

const { paths, components } = openApi() as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
interface Schema {
  readonly $ref?: string
  readonly properties?: Record<string, Schema>
  readonly items?: Schema
  readonly additionalProperties?: unknown
}
interface Operation {
  readonly operationId: string
  readonly requestBody?: { content: Record<string, { schema: Schema }> }
}

/** What is passed on as it is: the CLI, its tools, or the system knows the names. */
const OPEN = [
  'createSession.options.env',
  'createSession.options.extraArgs',
  'createSession.options.mcpServers',
  'createSession.options.toolAliases',
  'createSession.options.agents',
  'sendMessage.content.[]',
  'patchQueued.content.[]',
  'control.fields',
  'answerApproval.input',
  'createSession.labels',
  'answerApproval.answers',
  'answerApprovalById.input',
  'answerApprovalById.answers',
  'putAgents.agents.[].env',
]

function resolved(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : (components.schemas[schema.$ref.replace(/^.*\//, '')] ?? schema)
}

function* openObjects(schema: Schema, at: string): Generator<string> {
  const { properties, items, additionalProperties } = resolved(schema)
  if ((properties || additionalProperties !== undefined) && additionalProperties !== false) yield at
  for (const [name, inner] of Object.entries(properties ?? {})) yield* openObjects(inner, `${at}.${name}`)
  if (items) yield* openObjects(items, `${at}.[]`)
}

test('the document tells that no other names are taken, but where they are passed on', () => {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const open = operations.flatMap(({ operationId, requestBody }) => {
    const schema = requestBody?.content['application/json']?.schema
    return schema ? [...openObjects(schema, operationId)] : []
  })
  expect(open.sort()).toEqual([...OPEN].sort())
})

test.each(Object.entries(routes) as [string, Route][])('%s takes no name that is not listed', (_, route) => {
  for (const schema of [route.body, route.query].filter((it) => it !== undefined)) {
    const issues = schema.safeParse({ nonsense: 1 }).error?.issues ?? []
    expect(issues).toContainEqual(expect.objectContaining({ code: 'unrecognized_keys', keys: ['nonsense'] }))
  }
})

test('agents can be written back as they were listed; what the host told of them is not kept', () => {
  const agent = { name: 'a', command: 'sim', args: [], env: {} }
  const agents = [{ ...agent, version: '2.1.197', problem: 'not found' }]
  expect(replaceAgentsSchema.parse({ agents, default: 'a' })).toEqual({ agents: [agent], default: 'a' })
})

describe('an image or a document of more than 10 MB is refused in raw content as in images', () => {
  const most = 'A'.repeat(Math.ceil((10 * 1024 * 1024) / 3) * 4)
  const block = (type: string, data: string, source = 'base64') => ({ type, source: { type: source, data } })
  const problems = (content: object[], schema: typeof sendMessageSchema | typeof patchQueuedSchema) =>
    (schema.safeParse({ content }).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])

  test.each([
    ['an image', block('image', `${most}A`), 'source.data', 'an image may have 10 MB at most'],
    ['a document', block('document', `${most}A`), 'source.data', 'a document may have 10 MB at most'],
    [
      "an image in a tool's result",
      { type: 'tool_result', tool_use_id: 't', content: [block('image', most), block('image', `${most}A`)] },
      'content.1.source.data',
      'an image may have 10 MB at most',
    ],
    [
      'an image in a document',
      { type: 'document', source: { type: 'content', content: [block('image', `${most}A`)] } },
      'source.content.0.source.data',
      'an image may have 10 MB at most',
    ],
  ])('%s', (_, given, path, message) => {
    const content = [{ type: 'text', text: 'x' }, given]
    for (const schema of [sendMessageSchema, patchQueuedSchema])
      expect(problems(content, schema)).toEqual([[`content.1.${path}`, message]])
  })

  test('with the same words', () => {
    const images = [{ mediaType: 'image/png', data: `${most}A` }]
    const [issue] = sendMessageSchema.safeParse({ images }).error?.issues ?? []
    expect(issue).toMatchObject({
      path: ['images', 0, 'data'],
      message: problems([block('image', `${most}A`)], sendMessageSchema)[0]?.[1],
    })
  })

  test('one of 10 MB, a text, and blocks of other kinds pass as they are', () => {
    const content = [
      block('image', most),
      block('document', `${most}A`, 'text'),
      { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
      { type: 'image', source: null, cache_control: { type: 'ephemeral' } },
      { type: 'tool_result', tool_use_id: 't', content: 'fine' },
      { type: 'new_kind', more: { deep: [1] } },
    ]
    const parsed = sendMessageSchema.parse({ content })
    expect(parsed.content).toEqual(content)
  })
})
