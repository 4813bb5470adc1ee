/** The MCP servers of a session: those of the command line, and those of the host. */
import { setImmediate as immediate } from 'node:timers/promises'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { Agent } from '../agent.ts'
import { failed, type Tool } from '../tools/tool.ts'
import { McpConnection } from './connection.ts'
import { HostChannel } from './host-channel.ts'
import { ProcessChannel } from './process-channel.ts'

interface Server {
  readonly connection: McpConnection
  readonly config: JsonObject
  /** The host has set it, and may take it away. */
  readonly isOfHost: boolean
}

export interface NamedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
}

const NOT_HERE = 'The simulator does not connect to MCP servers over the network'
export const SDK_SERVER = 'SDK servers should be handled by their host'

export class McpServers {
  readonly #agent: Agent
  readonly #servers = new Map<string, Server>()
  #connecting: Promise<void> = Promise.resolve()
  /** Nothing is said before the host has said something. */
  #isBegun = false

  constructor(agent: Agent, configs: JsonObject) {
    this.#agent = agent
    for (const [name, config] of Object.entries(configs))
      this.#add(name, isObject(config) ? config : {}, false)
  }

  get servers(): McpConnection[] {
    return [...this.#servers.values()].map(({ connection }) => connection)
  }

  get tools(): NamedTool[] {
    return this.servers
      .filter(({ status }) => status === 'connected')
      .flatMap(({ name, tools }) =>
        tools.map((tool) => ({ ...tool, name: `mcp__${slug(name)}__${slug(tool.name)}` })),
      )
  }

  get statuses(): JsonObject[] {
    return [...this.#servers.values()].map(({ connection, config }) => ({
      name: connection.name,
      status: connection.status,
      ...(connection.info === undefined ? {} : { serverInfo: connection.info }),
      config,
      scope: 'dynamic',
      ...(connection.error === undefined ? {} : { error: connection.error }),
      ...(connection.status === 'connected'
        ? {
            tools: connection.tools.map(({ name, description, annotations }) => ({
              name,
              description,
              annotations,
            })),
          }
        : {}),
    }))
  }

  /** Resolves when every server is connected or has failed. */
  ready(): Promise<void> {
    this.#begin()
    return this.#connecting
  }

  /** The servers that the host names in `initialize`. */
  connectHost(names: unknown): void {
    const list = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
    this.#begin()
    for (const name of list) {
      const known = this.#servers.get(name)
      if (known === undefined) this.#add(name, { type: 'sdk', name }, true)
      else if (known.connection.status === 'failed') this.#connect(known.connection)
    }
  }

  async set(configs: JsonObject): Promise<JsonObject> {
    const removed = [...this.#servers].flatMap(([name, { isOfHost }]) =>
      isOfHost && !(name in configs) ? [name] : [],
    )
    for (const name of removed) {
      this.find(name)?.close()
      this.#servers.delete(name)
    }
    const added = Object.keys(configs).filter((name) => !this.#servers.has(name))
    for (const name of added) {
      const config = configs[name]
      this.#add(name, isObject(config) ? config : {}, true)
    }
    await this.#connecting
    const failures = added
      .map((name) => this.#servers.get(name)?.connection)
      .flatMap((it) => (it?.error === undefined ? [] : [[it.name, it.error]]))
    return { added, removed, errors: Object.fromEntries(failures) }
  }

  find(name: string): McpConnection | undefined {
    return this.#servers.get(name)?.connection
  }

  isOfHost(connection: McpConnection): boolean {
    return this.#servers.get(connection.name)?.config.type === 'sdk'
  }

  reconnect(connection: McpConnection): Promise<void> {
    connection.close()
    this.#connect(connection)
    return this.#connecting
  }

  close(): void {
    for (const connection of this.servers) connection.close()
  }

  cancelCalls(): void {
    for (const connection of this.servers) connection.cancelCalls()
  }

  /** A JSON-RPC message that the host passes on from its server. */
  receive(name: string, message: unknown): void {
    const connection = this.find(name)
    if (connection === undefined || !isObject(message)) return
    const heeds = !this.#agent.profile.isOld || !this.isOfHost(connection)
    if (message.method === 'notifications/tools/list_changed' && heeds) void connection.list()
    if (message.method === 'elicitation/create') void this.#elicit(connection, message)
  }

  tool(name: string): Tool | undefined {
    const server = this.#toolServer(name)
    if (server === undefined) return undefined
    const { connection, tool } = server
    return {
      name,
      description: tool.description,
      required: {},
      isConcurrent: () => tool.annotations.readOnlyHint === true,
      run: async (input, { id, signal }) => {
        const { result, error } = await connection.call(tool.name, input, id, signal)
        if (error !== undefined || !isObject(result)) return failed(error?.message ?? 'no result')
        const content = Array.isArray(result.content) ? result.content.filter(isObject) : []
        if (result.isError !== true) return { content, result: content }
        return failed(content.map(({ text }) => String(text ?? '')).join('\n'))
      },
    }
  }

  serverOf(name: string): string | undefined {
    return this.#toolServer(name)?.connection.name
  }

  displayName(name: string): string {
    const tool = this.#toolServer(name)?.tool
    if (tool === undefined) return name
    const title = typeof tool.annotations.title === 'string' ? tool.annotations.title : tool.name
    return title.charAt(0).toUpperCase() + title.slice(1)
  }

  #toolServer(name: string) {
    for (const connection of this.servers) {
      const prefix = `mcp__${slug(connection.name)}__`
      const tool = connection.tools.find((it) => `${prefix}${slug(it.name)}` === name)
      if (tool !== undefined && connection.status === 'connected') return { connection, tool }
    }
    return undefined
  }

  #add(name: string, config: JsonObject, isOfHost: boolean): void {
    const { profile, places, env } = this.#agent
    const channel =
      config.type === 'sdk' ? new HostChannel(this.#agent, name) : new ProcessChannel(config, places.cwd, env)
    const connection = new McpConnection(name, channel, profile.version, (message) =>
      this.receive(name, message),
    )
    this.#servers.set(name, { connection, config, isOfHost })
    if (config.type !== 'sdk' && typeof config.command !== 'string') {
      connection.status = 'failed'
      connection.error = NOT_HERE
    } else if (this.#isBegun) {
      this.#connect(connection)
    }
  }

  #begin(): void {
    if (this.#isBegun) return
    this.#isBegun = true
    for (const connection of this.servers) if (connection.status === 'pending') this.#connect(connection)
  }

  #connect(connection: McpConnection): void {
    // After what is being answered: a prompt that came with `initialize` waits for both.
    const connected = immediate().then(() => connection.connect())
    this.#connecting = Promise.all([this.#connecting, connected]).then(() => {})
  }

  async #elicit(connection: McpConnection, { id, params }: JsonObject): Promise<void> {
    const asked = isObject(params) ? params : {}
    const request = {
      subtype: 'elicitation',
      mcp_server_name: connection.name,
      message: String(asked.message ?? ''),
      mode: String(asked.mode ?? 'form'),
      ...(asked.requestedSchema === undefined ? {} : { requested_schema: asked.requestedSchema }),
      ...(asked.url === undefined ? {} : { url: asked.url, elicitation_id: asked.elicitationId }),
    }
    const { host, state } = this.#agent
    state.asks()
    const answer = await host.ask(request, { onAnswer: () => state.decided() })
    const response = answer !== 'withdrawn' && answer.ok && isObject(answer.response) ? answer.response : {}
    connection.reply(id, response.action === undefined ? { action: 'cancel' } : response)
  }
}

function slug(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]/g, '_')
}
