/**
 * One MCP server: the handshake, its tools, and calls of them. It is connected when the session needs it, and closed with the
 * session or when the host asks for it. The server must answer each message, even a notification, or it counts as failed.
 */
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { type McpChannel, TIMED_OUT } from './channel.ts'

const CLIENT = {
  name: 'claude-code',
  title: 'Claude Code',
  description: 'A simulated Claude Code',
  websiteUrl: 'https://claude.com/claude-code',
}

export interface ServerTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly annotations: JsonObject
}

export interface RpcAnswer {
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** How long to delay the first turn for a server that does not answer. */
export interface Patience {
  readonly ms: number
  /** How often to try a server that does not answer. */
  readonly attempts: number
  /** Whether to notify the server that nobody waits for its answer any more. */
  readonly tells: boolean
}

export interface ConnectionOptions {
  readonly name: string
  readonly channel: McpChannel
  readonly version: string
  readonly capabilities: JsonObject
  readonly patience: Patience
  readonly receive: (message: JsonObject) => void
}

export class McpConnection {
  readonly name: string
  status: 'pending' | 'connected' | 'failed' | 'disabled' = 'pending'
  error: string | undefined
  info: JsonObject | undefined
  tools: ServerTool[] = []
  readonly #options: ConnectionOptions
  readonly #channel: McpChannel
  readonly #calls = new Set<number>()
  #nextId = 0

  constructor(options: ConnectionOptions) {
    this.name = options.name
    this.#options = options
    this.#channel = options.channel
  }

  async connect(): Promise<void> {
    const { patience } = this.#options
    this.status = 'pending'
    for (let attempt = 1; ; attempt += 1) {
      const problem = await this.#handshake(AbortSignal.timeout(patience.ms))
      if (problem === undefined) return this.list()
      if (problem === TIMED_OUT && patience.tells)
        this.#cancel(0, 'McpError: MCP error -32001: Request timed out')
      if (problem !== TIMED_OUT || attempt >= patience.attempts) return this.#fail(problem)
    }
  }

  /** Asks for the tools. A server that does not answer has none. */
  async list(): Promise<void> {
    const limit = AbortSignal.timeout(this.#options.patience.ms)
    const id = this.#nextId
    const { result, error } = await this.request('tools/list', undefined, limit)
    if (error?.message === TIMED_OUT) this.#cancel(id, 'SdkError: Request timed out')
    else if (!isObject(result)) return this.#fail(error?.message ?? 'no answer to tools/list')
    const tools = isObject(result) && Array.isArray(result.tools) ? result.tools.filter(isObject) : []
    this.tools = tools.map((tool) => ({
      name: String(tool.name),
      description: String(tool.description ?? ''),
      inputSchema: isObject(tool.inputSchema) ? tool.inputSchema : { type: 'object' },
      annotations: isObject(tool.annotations) ? tool.annotations : {},
    }))
    this.status = 'connected'
    this.error = undefined
  }

  async call(
    tool: string,
    args: JsonObject,
    toolUseId: string | undefined,
    signal: AbortSignal,
  ): Promise<RpcAnswer> {
    const id = this.#nextId
    const meta = {
      ...(toolUseId === undefined ? {} : { 'claudecode/toolUseId': toolUseId }),
      progressToken: id,
    }
    this.#calls.add(id)
    const answer = await this.request('tools/call', { name: tool, arguments: args, _meta: meta }, signal)
    this.#calls.delete(id)
    return answer
  }

  /** Notifies the server that nobody waits for its running calls any more. */
  cancelCalls(): void {
    for (const id of this.#calls) this.#cancel(id, 'AbortError: remote-cancel')
    this.#calls.clear()
  }

  async request(method: string, params: JsonObject | undefined, signal: AbortSignal): Promise<RpcAnswer> {
    const id = this.#nextId
    this.#nextId += 1
    const message = { method, ...(params === undefined ? {} : { params }), jsonrpc: '2.0', id }
    const answer = await this.#channel.send(message, signal)
    if (typeof answer === 'string') return { error: { message: answer } }
    const error = isObject(answer.error) ? { error: { message: String(answer.error.message) } } : {}
    return { result: answer.result, ...error }
  }

  reply(id: unknown, result: JsonObject): void {
    void this.#channel.send({ jsonrpc: '2.0', id, result })
  }

  close(): void {
    this.#channel.close()
  }

  /** Opens the channel and performs the handshake. Returns what went wrong, or undefined. */
  async #handshake(limit: AbortSignal): Promise<string | undefined> {
    const { receive, version, capabilities } = this.#options
    this.#nextId = 0
    const opened = await Promise.race([
      this.#channel.open(receive).then(
        () => undefined,
        (error: Error) => error.message,
      ),
      aborted(limit),
    ])
    if (opened !== undefined) return opened
    const clientInfo = { ...CLIENT, version }
    const params = { protocolVersion: '2025-11-25', capabilities, clientInfo }
    const hello = await this.request('initialize', params, limit)
    if (!isObject(hello.result)) return hello.error?.message ?? 'no answer to initialize'
    this.info = isObject(hello.result.serverInfo) ? hello.result.serverInfo : undefined
    const told = await this.#channel.send({ jsonrpc: '2.0', method: 'notifications/initialized' }, limit)
    return isObject(told) ? undefined : told
  }

  #cancel(requestId: number, reason: string): void {
    const params = { requestId, reason }
    void this.#channel.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
  }

  #fail(error: string): void {
    this.status = 'failed'
    this.error = error
    this.tools = []
  }
}

function aborted(signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(TIMED_OUT), { once: true }))
}
