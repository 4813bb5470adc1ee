/** Requests about MCP servers. */
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { Agent } from '../agent.ts'
import type { McpConnection } from '../mcp/connection.ts'
import { SDK_SERVER } from '../mcp/servers.ts'
import { ControlFailure, type Handlers } from './control.ts'

export const mcpRequests: Handlers = {
  mcp_status: ({ mcp }) => ({ mcpServers: mcp.statuses }),

  mcp_set_servers: ({ mcp }, { servers }) => mcp.set(isObject(servers) ? servers : {}),

  mcp_message({ mcp }, { server_name, message }, respond) {
    respond()
    mcp.receive(String(server_name), message)
    return undefined
  },

  async mcp_reconnect(agent, request) {
    const connection = named(agent, request)
    if (agent.mcp.isOfHost(connection)) throw new ControlFailure(SDK_SERVER)
    await agent.mcp.reconnect(connection)
    return undefined
  },

  async mcp_toggle(agent, request) {
    const connection = named(agent, request)
    const isOldSdk = agent.profile.isOld && agent.mcp.isOfHost(connection)
    if (request.enabled !== false) {
      if (isOldSdk) throw new ControlFailure(SDK_SERVER)
      if (connection.status === 'disabled') await agent.mcp.reconnect(connection)
    } else if (isOldSdk) {
      connection.tools = []
    } else {
      connection.status = 'disabled'
    }
    return undefined
  },

  async mcp_call(agent, { tool, arguments: args, timeout_ms }) {
    if (typeof tool !== 'string') {
      if (agent.profile.isOld) return new Promise<never>(() => {})
      throw new ControlFailure('mcp_call: tool must be a string')
    }
    const [, server = '', name = ''] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? []
    const connection = agent.mcp.find(server)
    if (connection?.status !== 'connected') throw new ControlFailure(`MCP server not connected: ${server}`)
    const signal = AbortSignal.timeout(typeof timeout_ms === 'number' ? timeout_ms : 60_000)
    const { result, error } = await connection.call(name, isObject(args) ? args : {}, undefined, signal)
    if (error !== undefined || !isObject(result)) throw new ControlFailure(error?.message ?? 'no result')
    return result
  },

  async mcp_read_resource(agent, request) {
    const connection = named(agent, request)
    const uri = String(request.uri)
    const { result, error } = await connection.request('resources/read', { uri }, AbortSignal.timeout(60_000))
    if (error !== undefined || !isObject(result)) throw new ControlFailure(error?.message ?? 'no result')
    return { contents: result.contents }
  },

  set_mcp_permission_mode_override({ mcp }, { serverName }) {
    if (mcp.find(String(serverName)) !== undefined) return {}
    return { warning: `MCP server '${serverName}' is not known; no override was present to clear.` }
  },
}

function named({ mcp }: Agent, { serverName }: JsonObject): McpConnection {
  const connection = mcp.find(String(serverName))
  if (connection === undefined) throw new ControlFailure(`Server not found: ${serverName}`)
  return connection
}
