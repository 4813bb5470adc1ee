import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { Agent } from '../agent.ts'
import { type McpChannel, TIMED_OUT } from './channel.ts'

/** To a server that lives in the host: each message is a control request, and each must be answered. */
export class HostChannel implements McpChannel {
  readonly capabilities: JsonObject = {}
  readonly #agent: Agent
  readonly #name: string

  constructor(agent: Agent, name: string) {
    this.#agent = agent
    this.#name = name
  }

  async open(): Promise<void> {}

  async send(message: JsonObject, signal?: AbortSignal): Promise<JsonObject | string> {
    const request = { subtype: 'mcp_message', server_name: this.#name, message }
    const answer = await this.#agent.host.ask(request, signal === undefined ? {} : { signal })
    if (answer === 'withdrawn') return TIMED_OUT
    if (!answer.ok) return answer.error
    const response = isObject(answer.response) ? answer.response.mcp_response : undefined
    return isObject(response) ? response : 'the answer holds no mcp_response'
  }

  close(): void {}
}
