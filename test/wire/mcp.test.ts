// MCP servers: their configs, their status, and messages to and from them.
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  type CliResponse,
  isMcpServerConfig,
  MCP_STATUSES,
  type McpHttpServer,
  type McpMessage,
  type McpSdkServer,
  type McpServerConfig,
  type McpServerStatus,
  type McpSseServer,
  type McpStdioServer,
} from '../../src/protocol/index.ts'
import { type Example, expectExample, type Known, type Needed } from './example.ts'
import { cliAsks, hostAsks } from './wire.ts'

describe('configs', () => {
  function config<T extends McpServerConfig>(title: string, example: Example<T>): void {
    test(title, () => expectExample(isMcpServerConfig, example))
  }
  const program = { command: 'node', args: ['server.js'], env: { PORT: '4711' } }
  const remote = { url: 'https://tickets.example.org/mcp', headers: { 'X-Team': 'engines' } }

  config<McpStdioServer>('R-MCP-1 a stdio server has a command', {
    all: { type: 'stdio', ...program },
    needs: ['command'],
  })
  config<McpStdioServer>('R-MCP-1 a server that says no type is one of stdio', {
    all: { command: 'node', args: ['server.js'], env: { PORT: '4711' } },
    needs: ['command'],
  })
  config<McpSseServer>('R-MCP-1 an sse server has an address', {
    all: { type: 'sse', url: remote.url, headers: remote.headers },
    needs: ['type', 'url'],
  })
  config<McpHttpServer>('R-MCP-1 an http server has an address', {
    all: { type: 'http', url: remote.url, headers: remote.headers },
    needs: ['type', 'url'],
  })
  config<McpSdkServer>('R-MCP-1 an sdk server has a name', {
    all: { type: 'sdk', name: 'tickets' },
    needs: ['type', 'name'],
  })

  hostAsks('R-MCP-4 mcp_set_servers maps names to configs', 'mcp_set_servers', {
    all: {
      servers: {
        files: program,
        tickets: { type: 'http', ...remote },
        notes: { type: 'sdk', name: 'notes' },
      },
    },
    needs: ['servers'],
    answers: [{ added: ['files', 'tickets'], removed: ['mail'], errors: { tickets: 'refused' } }],
  })
})

describe('status', () => {
  const tickets: McpServerStatus = {
    name: 'tickets',
    status: 'connected',
    serverInfo: { name: 'tickets', version: '1.4.0' },
    config: { type: 'http', url: 'https://tickets.example.org/mcp' },
    scope: 'project',
    tools: [{ name: 'create', description: 'Opens a ticket', annotations: { destructive: false } }],
  }
  hostAsks('R-MCP-2 mcp_status is answered with an object that holds the servers', 'mcp_status', {
    all: {},
    answers: [
      { mcpServers: [tickets, { name: 'mail', status: 'failed', error: 'timed out' }] },
      { mcpServers: [] },
    ],
  })
  hostAsks('R-MCP-2 a bare list of servers, as S3 has it, is read too', 'mcp_status', {
    all: {},
    answers: [[tickets]],
  })
  test('R-MCP-2 a server has name and status', () => {
    expectTypeOf<Needed<McpServerStatus>>().toEqualTypeOf<'name' | 'status'>()
  })

  hostAsks('R-MCP-3 a status that is not known stays the string that it was', 'mcp_status', {
    all: {},
    answers: [{ mcpServers: [{ name: 'mail', status: 'asleep' }] }],
  })
  test('R-MCP-3 five are known', () => {
    expect(MCP_STATUSES).toEqual(['connected', 'failed', 'needs-auth', 'pending', 'disabled'])
    expectTypeOf<Known<McpServerStatus['status']>>().toEqualTypeOf<(typeof MCP_STATUSES)[number]>()
    expectTypeOf<string>().toExtend<McpServerStatus['status']>()
  })
})

describe('messages', () => {
  const call: McpMessage = { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'create' } }
  const needs = ['server_name', 'message.jsonrpc']
  hostAsks('R-MCP-5 mcp_message to the CLI has a server and a message', 'mcp_message', {
    all: { server_name: 'tickets', message: call },
    needs,
  })
  cliAsks('R-MCP-5 mcp_message to the host has a server and a message', 'mcp_message', {
    all: { server_name: 'tickets', message: call },
    needs,
  })

  cliAsks('R-MCP-6 the host answers mcp_message with mcp_response', 'mcp_message', {
    all: { server_name: 'tickets', message: call },
    needs,
    answers: [
      { mcp_response: { jsonrpc: '2.0', id: 3, result: { content: [{ type: 'text', text: '#12' }] } } },
      { mcp_response: { jsonrpc: '2.0', id: 3, error: { code: -32_601, message: 'No such tool' } } },
    ],
  })
  test('R-MCP-6 the answer is that and nothing else', () => {
    expectTypeOf<CliResponse<'mcp_message'>>().toEqualTypeOf<{ mcp_response: McpMessage }>()
  })
})

describe('requests about a server', () => {
  hostAsks('R-MCP-7 mcp_reconnect has a server', 'mcp_reconnect', {
    all: { serverName: 'tickets' },
    needs: ['serverName'],
  })
  hostAsks('R-MCP-7 mcp_toggle has a server and what to do', 'mcp_toggle', {
    all: { serverName: 'tickets', enabled: false },
    needs: ['serverName', 'enabled'],
  })
  hostAsks('R-MCP-8 mcp_call has a tool', 'mcp_call', {
    all: { tool: 'mcp__tickets__create', arguments: { title: 'Lines are lost' }, timeout_ms: 5000 },
    needs: ['tool'],
    answers: [{ content: [{ type: 'text', text: '#12' }], structuredContent: { number: 12 } }],
  })
  hostAsks('R-MCP-9 mcp_read_resource has a server and an address', 'mcp_read_resource', {
    all: { serverName: 'tickets', uri: 'ticket://12' },
    needs: ['serverName', 'uri'],
    answers: [{ contents: [{ uri: 'ticket://12', text: 'Lines are lost' }] }],
  })
  hostAsks(
    'R-MCP-9 set_mcp_permission_mode_override has a server and a mode',
    'set_mcp_permission_mode_override',
    {
      all: { serverName: 'tickets', mode: 'auto' },
      needs: ['serverName', 'mode'],
      values: { mode: ['default', 'auto', null] },
    },
  )
})
