import { describe, expect, test } from 'vitest'
import { deadUrl, serveMcp } from '../../../../test/simulator/http-mcp.ts'
import { playScenario } from '../../../../test/simulator/playing.ts'
import { SIM_VERSIONS } from '../version.ts'

const scenario = {
  scripts: [
    {
      prompt: 'add them',
      replies: [
        [{ tool: 'mcp__adder__add', input: { a: 2, b: 3 }, run: true as const }],
        [{ text: 'Added.' }],
      ],
    },
  ],
}

describe.each(SIM_VERSIONS)('an agent of version %s', (version) => {
  test.each([
    { how: 'json', type: 'http' },
    { how: 'events', type: 'http' },
    { how: 'sse', type: 'sse' },
  ] as const)('R-MCP-1: calls a tool of a server over HTTP: $type, $how', async ({ how, type }) => {
    const { url, requests } = await serveMcp(how)
    const config = { mcpServers: { adder: { type, url, headers: { 'x-mine': 'yes' } } } }
    const args = ['--mcp-config', JSON.stringify(config), '--allowedTools', 'mcp__adder__add']
    const it = playScenario(scenario, { version, args })
    expect(await it.turn('add them')).toMatchObject({ is_error: false, result: 'Added.' })
    const [init] = it.all('system').flatMap((message) => (message.subtype === 'init' ? [message] : []))
    expect(init?.mcp_servers).toMatchObject([{ name: 'adder', status: 'connected' }])
    expect(init?.tools).toContain('mcp__adder__add')
    const [result] = it.all('user').map(({ message }) => message.content[0])
    expect(result).toMatchObject({ content: [{ type: 'text', text: '2 + 3 = 5' }] })
    expect(requests.every(({ headers }) => headers['x-mine'] === 'yes')).toBe(true)
    const last = requests.at(-1)?.headers
    expect(last).toMatchObject({ 'mcp-protocol-version': expect.stringMatching(/^20/) })
    if (type === 'http') expect(last).toMatchObject({ 'mcp-session-id': 'the-session' })
  })
})

test.each(['json', 'sse'] as const)(
  'a server over HTTP that has another tool is asked again: %s',
  async (how) => {
    const { url, server } = await serveMcp(how)
    const type = how === 'sse' ? 'sse' : 'http'
    const it = playScenario(scenario, {})
    await it.call({ subtype: 'mcp_set_servers', servers: { adder: { type, url } } })
    const toolsNow = async () => {
      const answer = await it.call({ subtype: 'mcp_status' })
      const { mcpServers } = answer.subtype === 'success' ? (answer.response as never) : { mcpServers: [] }
      return (mcpServers as { tools?: { name: string }[] }[]).flatMap(({ tools = [] }) => tools)
    }
    expect(await toolsNow()).toEqual([{ name: 'add', annotations: { readOnly: true } }])
    server.registerTool('subtract', {}, async () => ({ content: [] }))
    await expect.poll(async () => (await toolsNow()).map(({ name }) => name)).toEqual(['add', 'subtract'])
  },
)

test('R-MCP-12: a server over HTTP that is not there has failed, and the session runs', async () => {
  const it = playScenario(scenario)
  const url = await deadUrl()
  const servers = {
    one: { type: 'http', url },
    two: { type: 'sse', url },
    three: { type: 'http', url: 'nowhere' },
  }
  expect(await it.call({ subtype: 'mcp_set_servers', servers })).toMatchObject({
    response: {
      added: ['one', 'two', 'three'],
      errors: {
        one: expect.stringMatching(/^ECONNREFUSED/),
        two: expect.stringMatching(/^SSE error: ECONNREFUSED/),
        three: 'Invalid URL: nowhere',
      },
    },
  })
  expect(await it.turn('add them')).toMatchObject({ is_error: false })
})
