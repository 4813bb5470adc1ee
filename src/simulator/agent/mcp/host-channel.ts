import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { Agent } from '../agent.ts'
import type { HostAnswer } from '../io/host-requests.ts'
import { type McpChannel, TIMED_OUT } from './channel.ts'

/**
 * The channel to a server that runs in the host: each message is a control request, and the host must answer each. When nobody
 * waits for an answer any more, the request is not withdrawn: at most a notification informs the server.
 */
export class HostChannel implements McpChannel {
  readonly #agent: Agent
  readonly #name: string

  constructor(agent: Agent, name: string) {
    this.#agent = agent
    this.#name = name
  }

  async open(): Promise<void> {}

  send(message: JsonObject, signal?: AbortSignal): Promise<JsonObject | string> {
    const request = { subtype: 'mcp_message', server_name: this.#name, message }
    return new Promise((resolve) => {
      const late = () => resolve(TIMED_OUT)
      signal?.addEventListener('abort', late, { once: true })
      void this.#agent.host.ask(request).then((answer) => {
        signal?.removeEventListener('abort', late)
        resolve(messageIn(answer))
      })
    })
  }

  close(): void {}
}

function messageIn(answer: HostAnswer | 'withdrawn'): JsonObject | string {
  if (answer === 'withdrawn') return TIMED_OUT
  if (!answer.ok) return answer.error
  const response = isObject(answer.response) ? answer.response.mcp_response : undefined
  return isObject(response) ? response : 'the answer holds no mcp_response'
}
