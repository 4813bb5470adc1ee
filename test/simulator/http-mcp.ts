/** An MCP server of the official SDK over HTTP, in the two ways that there are. Closed with the test that began it. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { onTestFinished } from 'vitest'
import { z } from 'zod'

export interface HttpMcp {
  readonly url: string
  readonly server: McpServer
  /** The requests that came: method, path, and headers. */
  readonly requests: { method: string; path: string; headers: IncomingMessage['headers'] }[]
}

/** `json` and `events` are streamable HTTP with answers of that kind; `sse` is the older way. */
export async function serveMcp(how: 'json' | 'events' | 'sse'): Promise<HttpMcp> {
  const server = new McpServer({ name: 'adder', version: '1.0.0' }, { capabilities: { logging: {} } })
  const inputSchema = { a: z.number(), b: z.number() }
  const annotations = { readOnlyHint: true }
  server.registerTool('add', { description: 'Adds', inputSchema, annotations }, async ({ a, b }) => ({
    content: [{ type: 'text', text: `${a} + ${b} = ${a + b}` }],
  }))
  const requests: HttpMcp['requests'] = []
  const handle = await handlerOf(server, how)
  const http = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    requests.push({ method, path: url.split('?')[0] ?? '', headers })
    void handle(request, response)
  })
  await listening(http)
  onTestFinished(async () => {
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
  })
  const { port } = http.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/mcp`, server, requests }
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>

async function handlerOf(server: McpServer, how: 'json' | 'events' | 'sse'): Promise<Handle> {
  if (how !== 'sse') {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => 'the-session',
      enableJsonResponse: how === 'json',
    })
    await server.connect(transport as Parameters<McpServer['connect']>[0])
    return (request, response) => transport.handleRequest(request, response)
  }
  let transport: SSEServerTransport | undefined
  return async (request, response) => {
    if (request.method !== 'GET') return transport?.handlePostMessage(request, response)
    transport = new SSEServerTransport('/messages', response)
    return server.connect(transport as Parameters<McpServer['connect']>[0])
  }
}

/** An address that nobody listens at. */
export async function deadUrl(): Promise<string> {
  const http = createServer()
  await listening(http)
  const { port } = http.address() as AddressInfo
  await new Promise((resolve) => http.close(resolve))
  return `http://127.0.0.1:${port}/mcp`
}

function listening(http: Server): Promise<void> {
  return new Promise((resolve) => http.listen(0, '127.0.0.1', resolve))
}
