import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import { z } from 'zod'
import type { McpTransport } from '../../src/client/mcp-bridge.ts'
import { SchemaError } from '../../src/client/schema.ts'
import { toolServer } from '../../src/client/tools/server.ts'
import { imageContent, type Tool, type ToolContext, tool } from '../../src/client/tools/tool.ts'
import type { McpMessage } from '../../src/protocol/mcp.ts'

const context: ToolContext = { signal: new AbortController().signal, progress: () => {} }
const anything = z.object({})

describe('a tool', () => {
  test('gets an input of the type of its schema', async () => {
    const double = tool('double', 'Doubles', z.object({ n: z.number() }), (input) => {
      expectTypeOf(input).toEqualTypeOf<{ n: number }>()
      return `${input.n * 2}`
    })
    expect(double.inputSchema).toMatchObject({ type: 'object', required: ['n'] })
    expect(double.inputSchema).not.toHaveProperty('$schema')
    expect(await double.call({ n: 4 }, context)).toEqual({ content: [{ type: 'text', text: '8' }] })
  })

  test('may have a plain JSON schema', async () => {
    const schema = { type: 'object', properties: { n: { type: 'number' } } }
    const echo = tool('echo', 'Echoes', schema, (input) => ({ got: input.n }))
    expect(await echo.call({ n: 1 }, context)).toEqual({
      content: [{ type: 'text', text: '{"got":1}' }],
      structuredContent: { got: 1 },
    })
  })

  test('does not run with an input that its schema refuses', async () => {
    const run = vi.fn(() => 'ran')
    const result = await tool('t', 'T', z.object({ n: z.number() }), run).call({ n: 'four' }, context)
    expect(result.isError).toBe(true)
    expect(result.content).toMatchObject([{ text: expect.stringMatching(/input of t is not valid:\nn: /) }])
    expect(run).not.toHaveBeenCalled()
  })

  test('that throws gives the model its message', async () => {
    const broken = tool('t', 'T', anything, () => Promise.reject(new Error('no such city')))
    expect(await broken.call({}, context)).toEqual({
      content: [{ type: 'text', text: 'no such city' }],
      isError: true,
    })
  })

  test.each([
    ['a text', 'yes', [{ type: 'text', text: 'yes' }]],
    ['nothing', null, [{ type: 'text', text: 'null' }]],
    ['a number', 7, [{ type: 'text', text: '7' }]],
    [
      'an image',
      [imageContent(new Uint8Array([1]))],
      [{ type: 'image', data: 'AQ==', mimeType: 'image/png' }],
    ],
    ['a whole result', { content: [{ type: 'text', text: 'w' }] }, [{ type: 'text', text: 'w' }]],
  ] as const)('may return %s', async (_what, output, content) => {
    expect((await tool('t', 'T', anything, () => output).call({}, context)).content).toEqual(content)
  })

  test.each([
    ['a name with a space', () => tool('a b', '', anything, () => '')],
    ['a schema of a text', () => tool('t', '', z.string(), () => '')],
    ['no schema', () => tool('t', '', {} as never, () => '')],
    [
      'two of the same name',
      () => toolServer('s', [tool('t', '', anything, () => ''), tool('t', '', anything, () => '')]),
    ],
  ])('is refused with %s', (_what, make) => {
    expect(make).toThrow(SchemaError)
  })
})

/** A server and what it sent, over a transport made by hand. */
async function served(...tools: Tool[]) {
  const sent: McpMessage[] = []
  const transport: McpTransport = {
    start: async () => {},
    send: async (message) => void sent.push(message as McpMessage),
    close: async () => {},
  }
  const server = toolServer('town', tools)
  await server.connect(transport)
  const tell = (message: Omit<McpMessage, 'jsonrpc'>) =>
    transport.onmessage?.({ jsonrpc: '2.0', ...message } as never)
  const answer = async (id: number) => {
    const find = () => sent.find((it) => it.id === id)
    await expect.poll(find).toBeDefined()
    return find()
  }
  return { server, sent, tell, answer }
}

describe('a server of tools', () => {
  test('introduces itself and lists its tools', async () => {
    const { tell, answer } = await served(
      tool('t', 'Does it', anything, () => 'done', { readOnlyHint: true }),
    )
    tell({ id: 1, method: 'initialize', params: { protocolVersion: '2024-11-05' } })
    tell({ method: 'notifications/initialized' })
    tell({ id: 2, method: 'tools/list' })
    tell({ id: 3, method: 'tools/call', params: { name: 't' } })
    expect(await answer(1)).toMatchObject({
      result: { protocolVersion: '2024-11-05', serverInfo: { name: 'town', version: '1.0.0' } },
    })
    expect(await answer(2)).toMatchObject({
      result: { tools: [{ name: 't', description: 'Does it', annotations: { readOnlyHint: true } }] },
    })
    expect(await answer(3)).toMatchObject({ result: { content: [{ text: 'done' }] } })
  })

  test('answers what it does not know with an error', async () => {
    const { tell, answer } = await served()
    tell({ id: 1, method: 'resources/list' })
    tell({ id: 2, method: 'tools/call', params: { name: 'nothing' } })
    expect(await answer(1)).toMatchObject({ error: { code: -32_601 } })
    expect(await answer(2)).toMatchObject({ error: { code: -32_602 } })
  })

  test('reports progress where the CLI asked for it', async () => {
    const { tell, answer, sent } = await served(
      tool('t', '', anything, (_, { progress }) => {
        progress(1, 2, 'half')
        return 'done'
      }),
    )
    tell({ id: 1, method: 'tools/call', params: { name: 't', _meta: { progressToken: 9 } } })
    await answer(1)
    tell({ id: 2, method: 'tools/call', params: { name: 't' } })
    await answer(2)
    expect(sent.filter(({ method }) => method)).toMatchObject([
      {
        method: 'notifications/progress',
        params: { progressToken: 9, progress: 1, total: 2, message: 'half' },
      },
    ])
  })

  test.each(['cancelled', 'closed'])('aborts a call that is %s', async (how) => {
    const signals: AbortSignal[] = []
    const { server, tell } = await served(
      tool('t', '', anything, (_, { signal }) => {
        signals.push(signal)
        return new Promise<string>(() => {})
      }),
    )
    tell({ id: 1, method: 'tools/call', params: { name: 't' } })
    await expect.poll(() => signals.length).toBe(1)
    if (how === 'closed') await server.close()
    else tell({ method: 'notifications/cancelled', params: { requestId: 1, reason: 'interrupted' } })
    expect(signals[0]?.aborted).toBe(true)
  })
})
