/**
 * One MCP server: the handshake, its tools, calls of them. Connected when the session needs it, closed with it or when
 * the host says so. Each message, a notification too, must be answered, or the server counts as failed.
 */
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { McpChannel } from './channel.ts'

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

/** How long the first turn is held for a server that does not answer. */
const PATIENCE = 60_000

export class McpConnection {
  readonly name: string
  status: 'pending' | 'connected' | 'failed' | 'disabled' = 'pending'
  error: string | undefined
  info: JsonObject | undefined
  tools: ServerTool[] = []
  readonly #channel: McpChannel
  readonly #version: string
  readonly #receive: (message: JsonObject) => void
  readonly #calls = new Set<number>()
  #nextId = 0

  constructor(name: string, channel: McpChannel, version: string, receive: (message: JsonObject) => void) {
    this.name = name
    this.#channel = channel
    this.#version = version
    this.#receive = receive
  }

  async connect(): Promise<void> {
    this.status = 'pending'
    this.#nextId = 0
    const limit = AbortSignal.timeout(PATIENCE)
    try {
      await this.#channel.open(this.#receive)
    } catch (error) {
      return this.#fail((error as Error).message)
    }
    const clientInfo = { name: 'claude-code', title: 'Claude Code', version: this.#version }
    const { capabilities } = this.#channel
    const params = { protocolVersion: '2025-11-25', capabilities, clientInfo }
    const hello = await this.request('initialize', params, limit)
    if (!isObject(hello.result)) return this.#fail(hello.error?.message ?? 'no answer to initialize')
    this.info = isObject(hello.result.serverInfo) ? hello.result.serverInfo : undefined
    if (!(await this.#notify('notifications/initialized', limit)))
      return this.#fail('notification not answered')
    await this.list(limit)
  }

  async list(limit: AbortSignal = AbortSignal.timeout(PATIENCE)): Promise<void> {
    const { result, error } = await this.request('tools/list', undefined, limit)
    if (!isObject(result)) return this.#fail(error?.message ?? 'no answer to tools/list')
    const tools = Array.isArray(result.tools) ? result.tools.filter(isObject) : []
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

  /** Tells the server that nobody waits for its running calls any more. */
  cancelCalls(): void {
    for (const requestId of this.#calls) {
      const params = { requestId, reason: 'interrupted' }
      void this.#channel.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
    }
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

  /** An answer to something that the server has asked. */
  reply(id: unknown, result: JsonObject): void {
    void this.#channel.send({ jsonrpc: '2.0', id, result })
  }

  close(): void {
    this.#channel.close()
  }

  async #notify(method: string, signal: AbortSignal): Promise<boolean> {
    return isObject(await this.#channel.send({ method, jsonrpc: '2.0' }, signal))
  }

  #fail(error: string): void {
    this.status = 'failed'
    this.error = error
    this.tools = []
  }
}
