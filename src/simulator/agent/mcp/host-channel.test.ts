import { expect, test } from 'vitest'
import { playScenario, settled } from '../../../../test/simulator/playing.ts'
import type { CliRequestMessage, Talk } from '../../../../test/simulator/talk.ts'
import type { JsonObject } from '../../../protocol/json.ts'

const scenario = {
  scripts: [
    {
      prompt: 'call it',
      replies: [[{ tool: 'mcp__mine__wait', input: {}, run: true as const }], [{ text: 'Called.' }]],
    },
  ],
  otherwise: [{ text: 'Hello.' }],
}
const SERVERS = { subtype: 'initialize', sdkMcpServers: ['mine'] }

function messageIn(asked: CliRequestMessage): JsonObject {
  return asked.request.subtype === 'mcp_message' ? (asked.request.message as unknown as JsonObject) : {}
}

/** Answers as a server with one tool until the tool is called. Returns the call. */
async function serve(it: Talk): Promise<CliRequestMessage> {
  for (;;) {
    const asked = await it.asked('mcp_message')
    const { method, id = 0 } = messageIn(asked)
    if (method === 'tools/call') return asked
    const result =
      method === 'tools/list'
        ? { tools: [{ name: 'wait', inputSchema: { type: 'object' } }] }
        : { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'mine', version: '1' } }
    it.answer(asked, { mcp_response: { jsonrpc: '2.0', id, result } })
  }
}

function methods(it: Talk): unknown[] {
  return it.all('control_request').map((asked) => messageIn(asked).method)
}

test('R-MCP-17: a silent server is asked twice, has failed then, and the turn runs', async () => {
  const it = playScenario(scenario, { env: { MCP_TIMEOUT: '40' } })
  await it.call(SERVERS)
  expect(await it.turn('hello')).toMatchObject({ is_error: false })
  expect(methods(it)).toEqual(['initialize', 'initialize'])
  expect(it.all('control_cancel_request')).toEqual([])
  const [init] = it.all('system').flatMap((message) => (message.subtype === 'init' ? [message] : []))
  expect(init?.mcp_servers).toEqual([{ name: 'mine', status: 'failed', source: 'sdk' }])
})

test('a server that says hello and no more has no tools', async () => {
  const it = playScenario(scenario, { env: { MCP_TIMEOUT: '500' } })
  it.write({ type: 'control_request', request_id: 'first', request: SERVERS })
  for (const _ of ['initialize', 'notifications/initialized']) {
    const asked = await it.asked('mcp_message')
    const result = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      serverInfo: { name: 'mine', version: '1' },
    }
    it.answer(asked, { mcp_response: { jsonrpc: '2.0', id: messageIn(asked).id ?? 0, result } })
  }
  expect(await it.turn('hello')).toMatchObject({ is_error: false })
  expect(methods(it).slice(2)).toEqual(['tools/list', 'notifications/cancelled'])
  expect(await it.call({ subtype: 'mcp_status' })).toMatchObject({
    response: { mcpServers: [{ status: 'connected', tools: [] }] },
  })
})

test('the newer version speaks to the servers before it answers, the older one with the first prompt', async () => {
  const newer = playScenario(scenario)
  await newer.call(SERVERS)
  expect(newer.seen.map(({ type }) => type)).toEqual(['control_request', 'control_response'])
  const older = playScenario(scenario, { version: '2.1.197' })
  await older.call(SERVERS)
  await settled()
  expect(older.seen.map(({ type }) => type)).toEqual(['control_response'])
  older.prompt('hello')
  expect(messageIn(await older.asked('mcp_message'))).toMatchObject({ method: 'initialize' })
})

test.each(['2.1.197', '2.1.325'])('R-MCP-21: %s tells a server that its call is over', async (version) => {
  const it = playScenario(scenario, { version, args: ['--allowedTools', 'mcp__mine__wait'] })
  it.write({ type: 'control_request', request_id: 'first', request: SERVERS })
  it.prompt('call it')
  const call = messageIn(await serve(it))
  await it.call({ subtype: 'interrupt' })
  expect(messageIn(it.all('control_request').at(-1) as CliRequestMessage)).toMatchObject({
    method: 'notifications/cancelled',
    params: { requestId: call.id },
  })
  expect(await it.result()).toMatchObject({ terminal_reason: 'aborted_tools' })
  expect(it.all('control_cancel_request')).toEqual([])
})
