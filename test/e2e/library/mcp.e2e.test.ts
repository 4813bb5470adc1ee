import { fileURLToPath } from 'node:url'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { expect, test } from 'vitest'
import { calculator } from '../../client/mcp-servers.ts'
import { calls, feature } from './feature.ts'

const BARISTA = fileURLToPath(new URL('../fixtures/barista.mjs', import.meta.url))

feature('MCP', (on) => {
  test('the model calls a tool of this program', async () => {
    const scene = await on.open({ mcpServers: { calculator: calculator().server } })
    const turn = scene.play([{ tool: 'mcp__calculator__add', input: { a: 2, b: 3 } }])
    ;(await scene.inbox.next('tool')).allow()
    expect(await turn.result).toMatchObject({ status: 'success' })
    expect(scene.results).toMatchObject([{ text: expect.stringContaining('5'), isError: false }])
  })

  test('a tool of this program that fails is told to the model', async () => {
    const server = new McpServer({ name: 'fragile', version: '1.0.0' })
    server.registerTool('fail', { description: 'Fails' }, () => {
      throw new Error('It cannot be done.')
    })
    const scene = await on.open({ mcpServers: { fragile: server } })
    const turn = scene.play([{ tool: 'mcp__fragile__fail', input: {} }])
    ;(await scene.inbox.next('tool')).allow()
    expect(await turn.result).toMatchObject({ status: 'success' })
    expect(scene.results).toMatchObject([
      { text: expect.stringContaining('It cannot be done.'), isError: true },
    ])
    expect(calls(scene)).toMatchObject([{ status: 'failed' }])
  })

  test('servers have a status', async () => {
    const scene = await on.open({
      mcpServers: {
        barista: { command: process.execPath, args: [BARISTA] },
        absent: { command: '/no/such/server' },
      },
    })
    await scene.play([{ text: 'Hello.' }]).result
    const statuses = async () =>
      Object.fromEntries((await scene.session.mcpStatus()).map(({ name, status }) => [name, status]))
    await expect.poll(statuses).toMatchObject({ barista: 'connected', absent: 'failed' })
  })

  test('a server in a process of its own asks the user', async () => {
    const scene = await on.open({ mcpServers: { barista: { command: process.execPath, args: [BARISTA] } } })
    await scene.play([{ text: 'Hello.' }]).result
    const status = async () => (await scene.session.mcpStatus()).map((it) => it.status)
    await expect.poll(status).toEqual(['connected'])
    const turn = scene.play([{ tool: 'mcp__barista__order', input: {} }])
    ;(await scene.inbox.next('tool')).allow()
    ;(await scene.inbox.next('elicitation')).answer({ size: 'large' })
    expect(await turn.result).toMatchObject({ status: 'success' })
    expect(scene.results).toMatchObject([{ text: expect.stringContaining('large'), isError: false }])
  })
})
