/** MCP servers for tests of the bridge: one made by hand, and one of the SDK. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import type { InProcessMcpServer, McpTransport } from '../../src/client/mcp-bridge.ts'
import type { McpMessage } from '../../src/protocol/mcp.ts'

/** Does what a test tells it, over the transport that it was given. */
export class HandMadeServer implements InProcessMcpServer {
  readonly received: McpMessage[] = []
  closed = 0
  transport: McpTransport | undefined
  onMessage: (message: McpMessage) => void = () => {}

  async connect(transport: McpTransport): Promise<void> {
    this.transport = transport
    transport.onmessage = (message: McpMessage) => {
      this.received.push(message)
      this.onMessage(message)
    }
    await transport.start()
  }
  async close(): Promise<void> {
    this.closed += 1
    await this.transport?.close()
  }
  send(message: McpMessage): void {
    void this.transport?.send(message)
  }
  answer(id: string | number, result: object): void {
    this.send({ jsonrpc: '2.0', id, result })
  }
}

/** Adds two numbers; `signal` tells whether a call was cancelled. */
export function calculator() {
  const server = new McpServer({ name: 'calculator', version: '1.0.0' })
  const calls: { a: number; signal: AbortSignal }[] = []
  server.registerTool(
    'add',
    { description: 'Adds', inputSchema: { a: z.number(), b: z.number() } },
    ({ a, b }, { signal }) => {
      calls.push({ a, signal })
      return { content: [{ type: 'text', text: String(a + b) }] }
    },
  )
  server.registerTool('wait', { inputSchema: {} }, (_args, { signal }) => {
    calls.push({ a: 0, signal })
    return new Promise(() => {})
  })
  return { server, calls }
}
