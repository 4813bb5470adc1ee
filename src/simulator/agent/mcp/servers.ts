/** The MCP servers of a session: those of the command line, and those of the host. */
import { pathToFileURL } from 'node:url'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { Agent } from '../agent.ts'
import { failed, type Tool } from '../tools/tool.ts'
import type { McpChannel } from './channel.ts'
import { McpConnection, type Patience } from './connection.ts'
import { HostChannel } from './host-channel.ts'
import { HttpChannel } from './http-channel.ts'
import { ProcessChannel } from './process-channel.ts'
import { SseChannel } from './sse-channel.ts'

interface Server {
  readonly connection: McpConnection
  readonly config: JsonObject
  /** The host added the server, and may remove it. */
  readonly isOfHost: boolean
  isStarted: boolean
  /** 2.1.197 performs the handshake twice with a server of the host that `initialize` did not name. */
  readonly isTwice: boolean
}

export interface NamedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
}

export const SDK_SERVER = 'SDK servers should be handled by their host'

export class McpServers {
  readonly #agent: Agent
  readonly #servers = new Map<string, Server>()
  #connecting: Promise<void> = Promise.resolve()
  /** The agent sends nothing before the host has sent something. */
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
    return [...this.#servers.values()].map(({ connection, config }) => {
      const { name, status, info, error, tools } = connection
      const isSdk = config.type === 'sdk'
      const { isOld } = this.#agent.profile
      return {
        name,
        status,
        ...(info === undefined || (isSdk && isOld) ? {} : { serverInfo: info }),
        ...(error === undefined || isSdk ? {} : { error }),
        ...(isSdk ? {} : { config }),
        ...(isOld ? {} : { transport: config.type }),
        scope: isSdk && status !== 'connected' ? 'user' : 'dynamic',
        ...(isOld ? {} : { source: isSdk ? 'sdk' : 'dynamic' }),
        ...(status === 'connected' ? { tools: tools.map(listed) } : {}),
      }
    })
  }

  get inBrief(): JsonObject[] {
    return [...this.#servers.values()].map(({ connection: { name, status }, config }) => ({
      name,
      status,
      ...(this.#agent.profile.isOld ? {} : { source: config.type === 'sdk' ? 'sdk' : 'dynamic' }),
    }))
  }

  /** Resolves when every server is connected or has failed. */
  ready(): Promise<void> {
    this.#begin()
    for (const server of this.#servers.values()) this.#start(server)
    return this.#connecting
  }

  /** Connects the servers that the host names in `initialize`. 2.1.197 talks to them when the first prompt has arrived. */
  connectHost(names: unknown): void {
    const list = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
    this.#begin()
    for (const name of list) {
      const known = this.#servers.get(name)
      if (known === undefined) this.#add(name, { type: 'sdk', name }, true, true)
      else if (known.connection.status === 'failed') this.#connect(known)
      const server = this.#servers.get(name)
      if (!this.#agent.profile.isOld && server !== undefined) this.#start(server)
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
    await this.ready()
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
    const server = this.#servers.get(connection.name)
    if (server !== undefined) this.#connect(server)
    return this.#connecting
  }

  close(): void {
    for (const connection of this.servers) connection.close()
  }

  cancelCalls(): void {
    for (const connection of this.servers) connection.cancelCalls()
  }

  /** Handles a JSON-RPC message that the host passes on from its server. */
  receive(name: string, message: unknown): void {
    const connection = this.find(name)
    if (connection === undefined || !isObject(message)) return
    const heeds = !this.#agent.profile.isOld || !this.isOfHost(connection)
    if (message.method === 'notifications/tools/list_changed' && heeds) void connection.list()
    if (message.method === 'elicitation/create') void this.#elicit(connection, message)
    if (message.method === 'ping') connection.reply(message.id, {})
    if (message.method === 'roots/list') {
      const { href } = pathToFileURL(this.#agent.places.cwd)
      connection.reply(message.id, { roots: [{ uri: href }] })
    }
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

  has(name: string): boolean {
    return this.#toolServer(name) !== undefined
  }

  /** The names under which people see a call of the tool. */
  shown(name: string): JsonObject {
    const found = this.#toolServer(name)
    const { isOld } = this.#agent.profile
    const server = found?.connection.info?.name
    return {
      display_name: this.displayName(name),
      server_display_name: isOld || server === undefined ? found?.connection.name : server,
      ...(isOld ? {} : { tool_name: found?.tool.name }),
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

  #add(name: string, given: JsonObject, isOfHost: boolean, isInitialized = false): void {
    const { version } = this.#agent.profile
    const type = typeof given.type === 'string' ? given.type : 'stdio'
    const config = { type, ...given }
    const capabilities = this.#capabilities(type)
    const receive = (message: JsonObject) => this.receive(name, message)
    const channel = this.#channel(name, config)
    const patience = this.#patience(type)
    const connection = new McpConnection({ name, channel, version, capabilities, patience, receive })
    const { isOld } = this.#agent.profile
    const isTwice = type === 'sdk' && isOld && !isInitialized
    const server: Server = { connection, config, isOfHost, isStarted: false, isTwice }
    this.#servers.set(name, server)
    if (this.#isBegun && type !== 'sdk') this.#start(server)
  }

  #channel(name: string, config: JsonObject): McpChannel {
    const { profile, places, env } = this.#agent
    if (config.type === 'sdk') return new HostChannel(this.#agent, name)
    const isWeb = config.type === 'http' || config.type === 'sse'
    if (!isWeb) return new ProcessChannel(config, places.cwd, env)
    if (!URL.canParse(String(config.url))) return noChannel(`Invalid URL: ${config.url}`)
    return config.type === 'http' ? new HttpChannel(config, profile) : new SseChannel(config, profile)
  }

  #capabilities(type: string): JsonObject {
    if (type === 'sdk') return {}
    if (this.#agent.profile.isOld) return { roots: {}, elicitation: {} }
    return { roots: { listChanged: true }, elicitation: { form: {}, url: {} } }
  }

  /** 2.1.197 waits for servers of the host whatever the environment says. */
  #patience(type: string): Patience {
    const { profile, env } = this.#agent
    const limit = Number(env.MCP_TIMEOUT) > 0 ? Number(env.MCP_TIMEOUT) : undefined
    if (type !== 'sdk') return { ms: limit ?? 30_000, attempts: 1, tells: false }
    return profile.isOld
      ? { ms: 60_000, attempts: 1, tells: true }
      : { ms: limit ?? 30_000, attempts: 2, tells: false }
  }

  #begin(): void {
    if (this.#isBegun) return
    this.#isBegun = true
    for (const server of this.#servers.values()) if (server.config.type !== 'sdk') this.#start(server)
  }

  #start(server: Server): void {
    if (!server.isStarted) this.#connect(server)
  }

  #connect(server: Server): void {
    server.isStarted = true
    const { connection, isTwice } = server
    const connected = connection.connect().then(() => (isTwice ? connection.connect() : undefined))
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

/** A tool as `mcp_status` lists it: with only those hints that are true. */
function listed({ name, annotations }: McpConnection['tools'][number]): JsonObject {
  return {
    name,
    annotations: {
      ...(annotations.readOnlyHint === true ? { readOnly: true } : {}),
      ...(annotations.destructiveHint === true ? { destructive: true } : {}),
      ...(annotations.openWorldHint === true ? { openWorld: true } : {}),
    },
  }
}

/** For a server whose configuration is invalid. */
function noChannel(problem: string): McpChannel {
  return { open: () => Promise.reject(new Error(problem)), send: async () => problem, close() {} }
}

function slug(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]/g, '_')
}
