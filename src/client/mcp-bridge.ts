/**
 * In-process MCP servers. An `McpServer` of `@modelcontextprotocol/sdk` is connected to a transport that this file
 * makes: what the CLI sends as `mcp_message` goes in, what the server answers goes back in the same control response.
 * The session opens a bridge per server at start and closes it when the process ends. The SDK is not imported: its
 * Transport is matched by form, so it is needed only by those who use it.
 */
import { isObject } from '../protocol/json.ts'
import type { McpMessage, McpServerConfig } from '../protocol/mcp.ts'

/** What the SDK calls a transport. */
export interface McpTransport {
  start(): Promise<void>
  send(message: object): Promise<void>
  close(): Promise<void>
  onmessage?: ((message: never) => void) | undefined
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
}
/** What is needed of an `McpServer` (or of a low-level `Server`). */
export interface InProcessMcpServer {
  connect(transport: McpTransport): Promise<void>
  close(): Promise<void>
  /** A server of its own for one session. A server without this serves one session at a time. */
  forSession?(): InProcessMcpServer
}

export function isInProcessServer(value: unknown): value is InProcessMcpServer {
  return (
    typeof value === 'object' &&
    value !== null &&
    'connect' in value &&
    typeof value.connect === 'function' &&
    'close' in value &&
    typeof value.close === 'function'
  )
}

/** Tells servers of this program from configs of others. */
export function splitServers(servers: Readonly<Record<string, McpServerConfig | InProcessMcpServer>>): {
  configs: Record<string, McpServerConfig>
  inProcess: Record<string, InProcessMcpServer>
} {
  const configs: Record<string, McpServerConfig> = {}
  const inProcess: Record<string, InProcessMcpServer> = {}
  for (const [name, server] of Object.entries(servers)) {
    if (isInProcessServer(server)) inProcess[name] = server
    else configs[name] = server
  }
  return { configs, inProcess }
}

export class McpBridge {
  readonly #server: InProcessMcpServer
  readonly #transport: McpTransport
  readonly #answers = new Map<string | number, (answer: McpMessage) => void>()
  readonly #connected: Promise<void>

  /** `sendToCli` carries what the server says by itself: notifications and requests. */
  constructor(server: InProcessMcpServer, sendToCli: (message: McpMessage) => void) {
    this.#server = server.forSession?.() ?? server
    this.#transport = {
      start: async () => {},
      send: async (message) => {
        const { id, method } = message as McpMessage
        if (method !== undefined) sendToCli(message as McpMessage)
        // Nobody waits for the answer to a request that the CLI has withdrawn.
        else if (id != null) this.#answers.get(id)?.(message as McpMessage)
      },
      close: async () => this.#transport.onclose?.(),
    }
    this.#connected = this.#server.connect(this.#transport)
    // Reported to the sender of the first message.
    this.#connected.catch(() => {})
  }

  /** A message of the CLI. Resolves with the server's answer; a notification is acknowledged, as the CLI needs. */
  async receive(message: McpMessage, signal: AbortSignal): Promise<McpMessage> {
    await this.#connected
    const deliver = this.#transport.onmessage as ((message: McpMessage) => void) | undefined
    const { id, method } = message
    if (id == null || method === undefined) {
      deliver?.(message)
      return { jsonrpc: '2.0', id: 0, result: {} }
    }
    if (this.#answers.has(id)) throw new Error(`the MCP request ${id} is open already`)
    return new Promise((resolve, reject) => {
      this.#answers.set(id, resolve)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      deliver?.(message)
    }).finally(() => this.#answers.delete(id)) as Promise<McpMessage>
  }

  async close(): Promise<void> {
    try {
      await this.#server.close()
    } catch {
      // It is given up in any case.
    }
  }
}

/** The bridges of one session, by server name. */
export class McpBridges {
  readonly #bridges = new Map<string, McpBridge>()
  readonly #sendToCli: (server: string, message: McpMessage) => void

  constructor(sendToCli: (server: string, message: McpMessage) => void) {
    this.#sendToCli = sendToCli
  }

  get names(): string[] {
    return [...this.#bridges.keys()]
  }

  add(name: string, server: InProcessMcpServer): void {
    this.#bridges.set(name, new McpBridge(server, (message) => this.#sendToCli(name, message)))
  }

  async receive(name: string, message: McpMessage, signal: AbortSignal): Promise<object> {
    const bridge = this.#bridges.get(name)
    if (!bridge) throw new Error(`the host has no MCP server "${name}"`)
    if (!isObject(message)) throw new Error('the MCP message is not an object')
    return { mcp_response: await bridge.receive(message, signal) }
  }

  async close(): Promise<void> {
    const bridges = [...this.#bridges.values()]
    this.#bridges.clear()
    await Promise.all(bridges.map((bridge) => bridge.close()))
  }
}
