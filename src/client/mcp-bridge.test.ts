import { describe, expect, test } from 'vitest'
import { connect, type FakeCli, settled } from '../../test/client/fake-cli.ts'
import { calculator, HandMadeServer } from '../../test/client/mcp-servers.ts'
import type { McpMessage } from '../protocol/mcp.ts'
import { isInProcessServer } from './mcp-bridge.ts'

function tell(cli: FakeCli, id: string, message: Omit<McpMessage, 'jsonrpc'>, server = 's'): void {
  cli.ask(id, { subtype: 'mcp_message', server_name: server, message: { jsonrpc: '2.0', ...message } })
}
function bridged(server = new HandMadeServer()) {
  const { cli, session } = connect({ inProcessServers: { s: server } })
  return { cli, session, server }
}
const failing = (text: string) => ({ subtype: 'error', error: expect.stringContaining(text) })

describe('a server of the host', () => {
  test('is named in initialize, beside those that were named there', () => {
    const { cli } = connect({
      initialize: { sdkMcpServers: ['elsewhere'] },
      inProcessServers: { s: new HandMadeServer(), t: new HandMadeServer() },
    })
    expect(cli.requests('initialize')).toMatchObject([
      { request: { sdkMcpServers: ['elsewhere', 's', 't'] } },
    ])
    expect(bridged().cli.requests('initialize')).toMatchObject([{ request: { sdkMcpServers: ['s'] } }])
  })

  test('is told apart from a config by its form', () => {
    expect(isInProcessServer(new HandMadeServer())).toBe(true)
    expect(isInProcessServer(calculator().server)).toBe(true)
    for (const config of [
      { command: 'x' },
      { type: 'sdk', name: 's' },
      { connect: 1, close: 2 },
      null,
      'x',
    ]) {
      expect(isInProcessServer(config)).toBe(false)
    }
  })
})

describe('a request of the CLI', () => {
  test('is answered in its own control response, whatever the order of the answers', async () => {
    const { cli, server } = bridged()
    tell(cli, 'm1', { id: 1, method: 'tools/list' })
    tell(cli, 'm2', { id: 'two', method: 'tools/call' })
    await settled()
    expect(server.received.map(({ method }) => method)).toEqual(['tools/list', 'tools/call'])
    expect(cli.answersTo('m1')).toEqual([])
    server.answer('two', { content: [] })
    server.send({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no tools' } })
    await settled()
    expect(cli.answerTo('m2')).toEqual({
      mcp_response: { jsonrpc: '2.0', id: 'two', result: { content: [] } },
    })
    expect(cli.answerTo('m1')).toEqual({
      mcp_response: { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no tools' } },
    })
    expect(cli.requests('mcp_message')).toEqual([])
  })

  test('of id 0 is a request like any other', async () => {
    const { cli, server } = bridged()
    tell(cli, 'm1', { id: 0, method: 'initialize' })
    await settled()
    expect(cli.answersTo('m1')).toEqual([])
    server.answer(0, { protocolVersion: '1' })
    await settled()
    expect(cli.answerTo('m1')).toMatchObject({ mcp_response: { id: 0, result: { protocolVersion: '1' } } })
  })

  test('to a server that the host does not have gets an error answer', async () => {
    const { cli } = bridged()
    tell(cli, 'm1', { id: 1, method: 'tools/list' }, 'nosuch')
    await settled()
    expect(cli.answersTo('m1')).toMatchObject([failing('no MCP server "nosuch"')])
  })

  test('to a server that could not be connected, or that throws, gets an error answer', async () => {
    const broken = new HandMadeServer()
    broken.connect = () => Promise.reject(new Error('already connected'))
    const { cli } = bridged(broken)
    tell(cli, 'm1', { id: 1, method: 'initialize' })
    const throwing = new HandMadeServer()
    throwing.onMessage = () => {
      throw new Error('no such method')
    }
    const { cli: other } = bridged(throwing)
    tell(other, 'm1', { id: 1, method: 'initialize' })
    tell(other, 'm2', { method: 'notifications/initialized' })
    await settled()
    expect(cli.answersTo('m1')).toMatchObject([failing('already connected')])
    expect(other.answersTo('m1')).toMatchObject([failing('no such method')])
    expect(other.answersTo('m2')).toMatchObject([failing('no such method')])
  })

  test('is not needed for a server that could not be connected to do no harm', async () => {
    const unhandled: unknown[] = []
    const listener = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', listener)
    const broken = new HandMadeServer()
    broken.connect = () => Promise.reject(new Error('already connected'))
    bridged(broken)
    await settled()
    process.off('unhandledRejection', listener)
    expect(unhandled).toEqual([])
  })

  test('that is withdrawn is not answered any more, neither by us nor by the late server', async () => {
    const { cli, server } = bridged()
    tell(cli, 'm1', { id: 1, method: 'tools/call' })
    await settled()
    cli.withdraw('m1')
    await settled()
    const written = cli.written.length
    server.answer(1, { content: [] })
    await settled()
    expect(cli.written.length).toBe(written)
    // The id is free again: the CLI may shake hands twice.
    tell(cli, 'm2', { id: 1, method: 'tools/call' })
    await settled()
    server.answer(1, { content: ['new'] })
    await settled()
    expect(cli.answerTo('m2')).toMatchObject({ mcp_response: { result: { content: ['new'] } } })
  })
})

test('a notification is handed on and acknowledged, and so is an answer', async () => {
  const { cli, server } = bridged()
  tell(cli, 'm1', { method: 'notifications/initialized' })
  tell(cli, 'm2', { id: 5, result: { roots: [] } })
  await settled()
  expect(server.received).toMatchObject([{ method: 'notifications/initialized' }, { id: 5 }])
  for (const id of ['m1', 'm2']) {
    expect(cli.answerTo(id)).toEqual({ mcp_response: { jsonrpc: '2.0', id: 0, result: {} } })
  }
})

describe('what a server says by itself', () => {
  test.each([
    ['a notification', { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }],
    ['a request', { jsonrpc: '2.0', id: 5, method: 'roots/list' }],
  ] as const)('%s goes out as mcp_message', async (_what, message) => {
    const { cli, server } = bridged()
    await settled()
    server.send(message)
    await settled()
    expect(cli.requests('mcp_message')).toMatchObject([{ request: { server_name: 's', message } }])
  })

  test('harms nobody when it is refused, or comes when the process is gone', async () => {
    const { cli, server } = bridged()
    server.send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
    cli.refuse(cli.idOf('mcp_message'), 'no such server')
    cli.exit({ exitCode: 0 })
    server.send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
    await settled()
    expect(cli.requests('mcp_message').length).toBe(1)
  })
})

describe('the end', () => {
  test('R-MCP-28 each server is closed with the session, before `ended` says so', async () => {
    const servers = { s: new HandMadeServer(), t: new HandMadeServer() }
    const { cli, session } = connect({ inProcessServers: servers })
    tell(cli, 'm1', { id: 1, method: 'tools/call' })
    await settled()
    let closedFirst = false
    session.ended.then(() => {
      closedFirst = servers.s.closed === 1 && servers.t.closed === 1
    })
    await session.close()
    expect(closedFirst).toBe(true)
    await session.close()
    expect([servers.s.closed, servers.t.closed]).toEqual([1, 1])
  })

  test('R-MCP-28 and when the process dies, although a server refuses to close', async () => {
    const bad = new HandMadeServer()
    bad.close = () => {
      throw new Error('will not')
    }
    const good = new HandMadeServer()
    const { cli, session } = connect({ inProcessServers: { bad, good } })
    cli.exit({ exitCode: 1 })
    expect(await session.ended).toMatchObject({ exitCode: 1 })
    expect(good.closed).toBe(1)
  })
})

describe('an McpServer of the SDK', () => {
  async function handshake() {
    const { server, calls } = calculator()
    const { cli, session } = connect({ inProcessServers: { s: server } })
    const clientInfo = { name: 'claude-code', version: '2.1.197' }
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    tell(cli, 'm0', { id: 0, method: 'initialize', params })
    await settled()
    tell(cli, 'm1', { method: 'notifications/initialized' })
    await settled()
    return { cli, session, server, calls }
  }

  test('shakes hands, lists its tools, and is called', async () => {
    const { cli, calls } = await handshake()
    expect(cli.answerTo('m0')).toMatchObject({
      mcp_response: { id: 0, result: { serverInfo: { name: 'calculator' } } },
    })
    expect(cli.answerTo('m1')).toHaveProperty('mcp_response')
    tell(cli, 'm2', { id: 1, method: 'tools/list' })
    const params = { name: 'add', arguments: { a: 2, b: 3 }, _meta: { progressToken: 2 } }
    tell(cli, 'm3', { id: 2, method: 'tools/call', params })
    await settled()
    expect(cli.answerTo('m2')).toMatchObject({
      mcp_response: { id: 1, result: { tools: [{ name: 'add' }, { name: 'wait' }] } },
    })
    expect(cli.answerTo('m3')).toMatchObject({
      mcp_response: { id: 2, result: { content: [{ type: 'text', text: '5' }] } },
    })
    expect(calls.map(({ a }) => a)).toEqual([2])
  })

  test('tells the CLI when its tools change', async () => {
    const { cli, server } = await handshake()
    server.sendToolListChanged()
    await settled()
    expect(cli.requests('mcp_message')).toMatchObject([
      { request: { message: { method: 'notifications/tools/list_changed' } } },
    ])
  })

  test('cancels a call that the CLI cancels, and everything when the process ends', async () => {
    const { cli, session, calls } = await handshake()
    tell(cli, 'm2', { id: 1, method: 'tools/call', params: { name: 'wait', arguments: {} } })
    tell(cli, 'm3', { id: 2, method: 'tools/call', params: { name: 'wait', arguments: {} } })
    await settled()
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([false, false])
    tell(cli, 'm4', { method: 'notifications/cancelled', params: { requestId: 1 } })
    await settled()
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false])
    cli.exit({ exitCode: 0 })
    await session.ended
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, true])
  })
})
