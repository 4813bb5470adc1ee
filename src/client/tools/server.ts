/**
 * An MCP server of tools, without the MCP SDK: as much of the protocol as tools need. The session connects it at its start and
 * closes it when the process ends, which aborts the calls that still run.
 */
import { isObject, type JsonObject } from '../../protocol/json.ts'
import type { McpMessage } from '../../protocol/mcp.ts'
import type { InProcessMcpServer, McpTransport } from '../mcp-bridge.ts'
import { SchemaError } from '../schema.ts'
import type { Tool, ToolContext } from './tool.ts'

/** The version that is offered where the CLI names none. */
const PROTOCOL = '2025-06-18'
const METHOD_NOT_FOUND = -32_601
const INVALID_PARAMS = -32_602
const INTERNAL_ERROR = -32_603

/**
 * A server for `mcpServers`, of one session or of many. The model sees its tools as `mcp__<key in mcpServers>__<tool>`.
 *
 * @example
 * await openSession({ mcpServers: { town: toolServer('town', [weather]) }, allowedTools: ['mcp__town__weather'] })
 */
export function toolServer(name: string, tools: readonly Tool[], version = '1.0.0'): InProcessMcpServer {
  if (!Array.isArray(tools)) throw new SchemaError(`The tools of the server ${name} must be a list.`)
  const wrong = tools.findIndex((it) => !isObject(it) || typeof it.call !== 'function')
  if (wrong !== -1)
    throw new SchemaError(`Tool ${wrong + 1} of the server ${name} is not a tool: make it with \`tool()\`.`)
  const byName = new Map(tools.map((it) => [it.name, it]))
  if (byName.size < tools.length) throw new SchemaError(`The server ${name} has two tools of the same name.`)
  return new ToolServer({ name, version }, byName)
}

class ToolServer implements InProcessMcpServer {
  readonly #info: JsonObject
  readonly #tools: ReadonlyMap<string, Tool>
  readonly #running = new Map<string | number, AbortController>()
  #transport: McpTransport | undefined

  constructor(info: JsonObject, tools: ReadonlyMap<string, Tool>) {
    this.#info = info
    this.#tools = tools
  }

  /** Requests of two sessions may have the same id. */
  forSession(): InProcessMcpServer {
    return new ToolServer(this.#info, this.#tools)
  }

  async connect(transport: McpTransport): Promise<void> {
    this.#transport = transport
    transport.onmessage = (message: McpMessage) => void this.#receive(message)
    await transport.start()
  }

  async close(): Promise<void> {
    for (const call of this.#running.values()) call.abort(new Error('the session has ended'))
    this.#running.clear()
    const transport = this.#transport
    this.#transport = undefined
    await transport?.close()
  }

  /** The CLI's fields may be of any type, and tools may return what cannot be sent. Never rejects. */
  async #receive({ id, method, params: given }: McpMessage): Promise<void> {
    const params = isObject(given) ? given : {}
    if (method === 'notifications/cancelled') this.#cancel(params)
    // A closed server runs nothing.
    if (id === undefined || id === null || method === undefined || !this.#transport) return
    const answer = await this.#answer(id, method, params).catch((error: unknown) => ({
      error: { code: INTERNAL_ERROR, message: error instanceof Error ? error.message : 'the tool failed' },
    }))
    this.#send({ id, ...answer })
  }

  #send(message: object): void {
    this.#transport?.send({ jsonrpc: '2.0', ...message }).catch(() => {})
  }

  async #answer(id: string | number, method: string, params: JsonObject): Promise<object> {
    switch (method) {
      case 'initialize': {
        const protocolVersion = params.protocolVersion ?? PROTOCOL
        return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo: this.#info } }
      }
      case 'ping':
        return { result: {} }
      case 'tools/list':
        return { result: { tools: [...this.#tools.values()].map(({ call: _, ...listed }) => listed) } }
      case 'tools/call':
        return this.#call(id, params)
      default:
        return { error: { code: METHOD_NOT_FOUND, message: `there is no method ${method}` } }
    }
  }

  async #call(id: string | number, { name, arguments: given, _meta }: JsonObject): Promise<object> {
    const found = typeof name === 'string' ? this.#tools.get(name) : undefined
    if (!found) return refusal(`there is no tool ${JSON.stringify(name)}`)
    const input = given ?? {}
    if (!isObject(input)) return refusal('the arguments are not an object')
    if (this.#running.has(id)) return refusal(`the request ${id} runs already`)
    const controller = new AbortController()
    this.#running.set(id, controller)
    const { signal } = controller
    const token = isObject(_meta) ? _meta.progressToken : undefined
    const progress: ToolContext['progress'] = (done, total, message) => {
      if (token === undefined || signal.aborted) return
      const params = {
        progressToken: token,
        progress: done,
        ...(total !== undefined && { total }),
        ...(message && { message }),
      }
      this.#send({ method: 'notifications/progress', params })
    }
    try {
      return { result: await found.call(input, { signal, progress }) }
    } finally {
      this.#running.delete(id)
    }
  }

  #cancel({ requestId, reason }: JsonObject): void {
    const call = this.#running.get(requestId as string | number)
    call?.abort(new Error(typeof reason === 'string' ? reason : 'the call was cancelled'))
  }
}

function refusal(message: string): object {
  return { error: { code: INVALID_PARAMS, message } }
}
