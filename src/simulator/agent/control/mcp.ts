import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { newId } from '../../model/message.ts'
import type { Agent } from '../agent.ts'
import type { McpConnection } from '../mcp/connection.ts'
import { SDK_SERVER } from '../mcp/servers.ts'
import { decide } from '../permissions/decide.ts'
import { askHost } from '../turns/approval.ts'
import { MainThread } from '../turns/main-thread.ts'
import { promptOf } from '../turns/queue.ts'
import { Turn } from '../turns/turn.ts'
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

  async mcp_call(agent, { tool, arguments: args, timeout_ms, check_permissions }) {
    const [, server, name = ''] = /^mcp__(.+?)__(.+)$/.exec(String(tool)) ?? []
    if (server === undefined) throw new ControlFailure(`Not a fully-qualified MCP tool name: ${tool}`)
    const connection = agent.mcp.find(server)
    if (connection?.status !== 'connected') throw new ControlFailure(`MCP server not connected: ${server}`)
    const given = isObject(args) ? args : {}
    const input =
      check_permissions === true && !agent.profile.isOld ? await permitted(agent, String(tool), given) : given
    const signal = AbortSignal.timeout(typeof timeout_ms === 'number' ? timeout_ms : 60_000)
    const { result, error } = await connection.call(name, input, undefined, signal)
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

  set_mcp_permission_mode_override({ mcp }, { serverName, mode }) {
    if (mode !== null && mode !== 'default' && mode !== 'auto') {
      throw new ControlFailure(
        'Permission mode override over the control channel is tighten-only ' +
          `('default', 'auto', or null); rejected '${mode}'`,
      )
    }
    if (mcp.find(String(serverName)) !== undefined) return {}
    return { warning: `MCP server '${serverName}' is not known; no override was present to clear.` }
  },
}

/** Asks for permission as for a call by the model. Returns the input for the call. */
async function permitted(agent: Agent, name: string, input: JsonObject): Promise<JsonObject> {
  const decision = decide(agent, { tool: name, input })
  if (decision.behavior === 'allow') return input
  if (decision.behavior === 'deny') throw new ControlFailure(decision.message)
  const thread = new MainThread(new Turn(agent, [promptOf({})]))
  const call = { id: newId('toolu'), name, input, record: '' }
  const verdict = await askHost(thread, call, input, decision, new AbortController().signal)
  if (verdict.kind === 'allow') return verdict.input
  throw new ControlFailure(
    verdict.kind === 'deny' ? verdict.message : `Permission to use ${name} was not given.`,
  )
}

function named({ mcp }: Agent, { serverName }: JsonObject): McpConnection {
  const connection = mcp.find(String(serverName))
  if (connection === undefined) throw new ControlFailure(`Server not found: ${serverName}`)
  return connection
}
