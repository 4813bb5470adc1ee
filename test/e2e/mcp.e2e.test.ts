import { fileURLToPath } from 'node:url'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { InProcessMcpServer, StdoutMessage } from '../../src/client/index.ts'
import type { McpMessage, McpServerConfig } from '../../src/protocol/mcp.ts'
import { testedVersions } from './claude-binaries.ts'
import { Scene } from './scene.ts'
import { nextMessage, type Stage, setStage } from './stage.ts'

const BARISTA = fileURLToPath(new URL('fixtures/barista.mjs', import.meta.url))

describe.each(testedVersions)('MCP servers with %s', (version) => {
  const old = version === '2.1.197'
  let stage: Stage
  let scene: Scene
  const calls: { aborted: Promise<void> }[] = []
  let called: () => void = () => {}
  const calculator = calculatorServer((aborted) => {
    calls.push({ aborted })
    called()
  })
  /** What the CLI sent to the servers since the session began. */
  const sent: Sent[] = []
  beforeAll(async () => {
    stage = await setStage(version, { scripts: [] })
    let listed: () => void = () => {}
    const isListed = new Promise<void>((resolve) => {
      listed = resolve
    })
    scene = await Scene.open(stage, {
      mcpServers: {
        calculator,
        fragile: new FragileServer(),
        absent: { command: '/no/such/server' },
        barista: { command: process.execPath, args: [BARISTA] },
      },
      onMessage: (message) => {
        sent.push(...sentIn(message))
        if (methods('calculator').includes('tools/list')) listed()
      },
    })
    // The servers are asked for their tools beside everything else, by 2.1.197 not before the first turn.
    await scene.play([{ text: 'Hello.' }]).result
    await isListed
  })
  afterEach(() => scene.rest())
  afterAll(() => stage.close())
  const methods = (server: string) =>
    sent.filter((entry) => entry.server === server).map(({ message }) => message.method)
  const status = async (name: string) => (await scene.session.mcpStatus()).find((one) => one.name === name)

  test('R-MCP-14 R-MCP-15 R-MCP-19: the model calls a tool of this program', async () => {
    const own: Sent[] = []
    const mine = await Scene.open(stage, {
      mcpServers: { calculator: calculatorServer(() => {}) },
      onMessage: (message) => own.push(...sentIn(message)),
    })
    const id = 'toolu_addition'
    const turn = mine.play([{ tool: 'mcp__calculator__add', input: { a: 2, b: 3 }, id }])
    const approval = await mine.inbox.next('tool')
    expect(approval.toolName).toBe('mcp__calculator__add')
    approval.allow()
    expect(await turn.result).toMatchObject({ status: 'success' })
    expect(mine.results).toEqual([{ id, text: 'The sum is 5.', isError: false }])
    const order = ['initialize', 'notifications/initialized', 'tools/list', 'tools/call']
    expect(own.map(({ message }) => message.method)).toEqual(order)
    expect(own.find(({ message }) => message.method === 'tools/call')?.message.params).toMatchObject({
      name: 'add',
      arguments: { a: 2, b: 3 },
      _meta: { 'claudecode/toolUseId': id, progressToken: expect.anything() },
    })
    const init = mine.all('system').find(({ subtype }) => subtype === 'init')
    expect(init).toMatchObject({ tools: expect.arrayContaining(['mcp__calculator__add']) })
  })

  test.each([
    ['a tool that throws', 'mcp__calculator__fail', 'It cannot be done.'],
    ['an error of the protocol', 'mcp__fragile__refuse', 'Refused.'],
    ['an error of the bridge', 'mcp__fragile__crash', 'The server has crashed.'],
  ])('R-MCP-18: %s is a tool error, and the turn goes on', async (_what, tool, text) => {
    const turn = scene.play([{ tool, input: {} }])
    ;(await scene.inbox.next('tool')).allow()
    expect(await turn.result).toMatchObject({ status: 'success', text: 'Done.' })
    expect(scene.results).toMatchObject([{ text: expect.stringContaining(text), isError: true }])
  })

  test('R-MCP-10 R-MCP-12: what became of the servers', async () => {
    await expect
      .poll(() => status('calculator'))
      .toMatchObject({
        status: 'connected',
        ...(!old && { serverInfo: { name: 'calculator', version: '1.2.3' } }),
        tools: expect.arrayContaining([expect.objectContaining({ name: 'add' })]),
      })
    await expect.poll(() => status('absent')).toMatchObject({ status: 'failed' })
  })

  test('R-MCP-21: an interrupt reaches a tool that runs', async () => {
    const running = new Promise<void>((resolve) => {
      called = resolve
    })
    const turn = scene.play([{ tool: 'mcp__calculator__wait', input: {} }])
    ;(await scene.inbox.next('tool')).allow()
    await running
    await scene.session.interrupt()
    expect(await turn.result).toMatchObject({ status: 'interrupted' })
    await calls.at(-1)?.aborted
    const cancelled = sent.findLast(({ message }) => message.method === 'notifications/cancelled')
    const told = scene.seen.findIndex(
      (message) => message.type === 'control_request' && message.request_id === cancelled?.requestId,
    )
    const answered = scene.seen.findLastIndex(({ type }) => type === 'control_response')
    expect(told).toBeGreaterThan(-1)
    expect(told).toBeLessThan(answered)
  })

  test('R-MCP-20: a server that has new tools says so', async () => {
    const before = methods('calculator').length
    const listed = old ? undefined : nextMessage(scene.session, isToolsList)
    calculator.registerTool('negate', { inputSchema: { a: z.number() } }, ({ a }) => textResult(`${-a}`))
    await listed
    await scene.settled()
    await scene.play([{ text: 'Nothing to do.' }]).result
    expect(methods('calculator').slice(before)).toEqual(old ? [] : ['tools/list'])
    const init = scene.all('system').find(({ subtype }) => subtype === 'init')
    const tools = init?.subtype === 'init' ? init.tools : []
    expect(tools.includes('mcp__calculator__negate')).toBe(!old)
  })

  test('R-MCP-22: a message to a server is one way', async () => {
    const message: McpMessage = { jsonrpc: '2.0', id: 77, method: 'ping' }
    for (const server_name of ['calculator', 'nobody']) {
      expect(await scene.session.request('mcp_message', { server_name, message })).toEqual({})
    }
  })

  test('R-MCP-23 R-MCP-24: servers are set, removed and set again, those of the host too', async () => {
    // In a session of its own: when servers are set again, the CLI lists their tools beside what comes next, and a
    // turn that begins before has none of them.
    const mine = await Scene.open(stage, {
      mcpServers: {
        calculator: calculatorServer(() => {}),
        fragile: new FragileServer(),
        absent: { command: '/no/such/server' },
      },
    })
    // 2.1.197 knows the servers of the host from the first turn on.
    await mine.play([{ text: 'Ready.' }]).result
    const status = async (name: string) => (await mine.session.mcpStatus()).find((one) => one.name === name)
    const set = (servers: Record<string, McpServerConfig>) =>
      mine.session.request('mcp_set_servers', { servers })
    const ours = { calculator: sdk('calculator'), fragile: sdk('fragile') }
    const extra = { command: '/no/such/server' }
    expect(await set({ ...ours, extra })).toMatchObject({ added: ['extra'], removed: [] })
    expect(await status('extra')).toMatchObject({ status: 'failed' })
    expect(await set(ours)).toMatchObject({ added: [], removed: ['extra'] })
    expect(await status('extra')).toBeUndefined()
    expect(await status('calculator')).toMatchObject({ status: 'connected' })
    expect(await set({})).toMatchObject({ added: [], removed: ['calculator', 'fragile'] })
    expect(await status('calculator')).toBeUndefined()
    expect(await status('absent')).toMatchObject({ status: 'failed' })
    expect(await set(ours)).toMatchObject({ added: ['calculator', 'fragile'], removed: [] })
    await mine.play([{ text: 'Ready again.' }]).result
    await expect
      .poll(async () => (await status('calculator'))?.tools?.map(({ name }) => name))
      .toContain('add')
    const turn = mine.play([{ tool: 'mcp__calculator__add', input: { a: 20, b: 22 } }])
    ;(await mine.inbox.next('tool')).allow()
    await turn.result
    expect(mine.results).toMatchObject([{ text: 'The sum is 42.' }])
    expect(await status('calculator')).toMatchObject({ status: 'connected' })
  })

  test('a server is connected anew, turned off and on', async () => {
    const { session } = scene
    const serverName = 'barista'
    await session.request('mcp_reconnect', { serverName })
    expect(await status(serverName)).toMatchObject({ status: 'connected' })
    await session.request('mcp_toggle', { serverName, enabled: false })
    expect(await status(serverName)).toMatchObject({ status: 'disabled' })
    await session.request('mcp_toggle', { serverName, enabled: true })
    expect(await status(serverName)).toMatchObject({ status: 'connected' })
  })

  test('R-MCP-25: a server that does not exist cannot be turned off', async () => {
    const serverName = 'nobody'
    await expect(scene.session.request('mcp_reconnect', { serverName })).rejects.toThrow()
    await expect(scene.session.request('mcp_toggle', { serverName, enabled: false })).rejects.toThrow()
  })

  test('a server of the host cannot be connected anew, and in 2.1.197 not turned on again', async () => {
    const own = await Scene.open(stage, { mcpServers: { calculator: calculatorServer(() => {}) } })
    await own.play([{ text: 'Hello.' }]).result
    const { session } = own
    const status = async (name: string) => (await session.mcpStatus()).find((one) => one.name === name)
    const serverName = 'calculator'
    await expect.poll(() => status(serverName)).toMatchObject({ status: 'connected' })
    await expect(session.request('mcp_reconnect', { serverName })).rejects.toThrow('SDK servers')
    await session.request('mcp_toggle', { serverName, enabled: false })
    const off = old ? { status: 'connected', tools: [] } : { status: 'disabled' }
    expect(await status(serverName)).toMatchObject(off)
    const on = session.request('mcp_toggle', { serverName, enabled: true })
    if (old) await expect(on).rejects.toThrow('SDK servers')
    else await on
    const names = (await status(serverName))?.tools?.map(({ name }) => name) ?? []
    expect(names.includes('add')).toBe(!old)
  })

  test('R-MCP-28: the servers are closed with the session', async () => {
    const own = calculatorServer(() => {})
    const { session } = await Scene.open(stage, { mcpServers: { calculator: own } })
    await expect.poll(() => own.isConnected()).toBe(true)
    await session.close()
    expect(own.isConnected()).toBe(false)
  })
})

interface Sent {
  readonly server: string
  readonly message: McpMessage
  readonly requestId: string
}

/** What the CLI says to a server of this program. */
function sentIn(message: StdoutMessage): Sent[] {
  if (message.type !== 'control_request' || message.request.subtype !== 'mcp_message') return []
  const { server_name: server, message: inner } = message.request
  return [{ server, message: inner, requestId: message.request_id }]
}

const isToolsList = (message: StdoutMessage): message is StdoutMessage =>
  message.type === 'control_request' &&
  message.request.subtype === 'mcp_message' &&
  message.request.message.method === 'tools/list'

const sdk = (name: string): McpServerConfig => ({ type: 'sdk', name })

function textResult(text: string) {
  return { content: [{ type: 'text' as const, text }] }
}

function calculatorServer(onWait: (aborted: Promise<void>) => void): McpServer {
  const server = new McpServer({ name: 'calculator', version: '1.2.3' })
  const numbers = { a: z.number(), b: z.number() }
  const add = { inputSchema: numbers, annotations: { readOnlyHint: true } }
  server.registerTool('add', add, ({ a, b }) => textResult(`The sum is ${a + b}.`))
  server.registerTool('fail', {}, () => {
    throw new Error('It cannot be done.')
  })
  server.registerTool('wait', {}, async ({ signal }) => {
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    onWait(aborted)
    await aborted
    return textResult('Too late.')
  })
  return server
}

/** Answers by hand, where the SDK's own server would make a friendly result of an error. */
class FragileServer implements InProcessMcpServer {
  async connect(transport: Parameters<InProcessMcpServer['connect']>[0]): Promise<void> {
    transport.onmessage = ({ id, method, params }: McpMessage) => {
      if (method === 'tools/call' && params?.name === 'crash') throw new Error('The server has crashed.')
      if (id == null) return
      const reply =
        method === 'tools/call' ? { error: { code: -32000, message: 'Refused.' } } : this.#result(method)
      void transport.send({ jsonrpc: '2.0', id, ...reply })
    }
  }

  async close(): Promise<void> {}

  #result(method: string | undefined): { result: object } {
    if (method !== 'initialize') {
      return {
        result: { tools: ['refuse', 'crash'].map((name) => ({ name, inputSchema: { type: 'object' } })) },
      }
    }
    const serverInfo = { name: 'fragile', version: '0.0.1' }
    return { result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo } }
  }
}
