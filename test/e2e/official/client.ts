/**
 * The official client, as it was installed for the tests: found by its path, since it is no dependency of this package. The types say what
 * the suites use of it.
 */
import type { JsonObject } from '../../../src/protocol/json.ts'

export type Message = JsonObject & { type: string }

export interface Query extends AsyncIterable<Message> {
  interrupt(): Promise<unknown>
  setModel(model?: string): Promise<unknown>
  setPermissionMode(mode: string): Promise<void>
  supportedCommands(): Promise<{ name: string }[]>
  supportedModels(): Promise<{ value: string }[]>
  mcpServerStatus(): Promise<{ name: string; status: string }[]>
}

export interface OfficialClient {
  query(params: { prompt: string | AsyncIterable<JsonObject>; options: JsonObject }): Query
  tool(
    name: string,
    description: string,
    schema: object,
    handler: (input: JsonObject) => Promise<object>,
  ): object
  createSdkMcpServer(options: { name: string; version: string; tools: object[] }): object
}

const CLIENT = new URL('../../cli/node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs', import.meta.url).href

export async function officialClient(): Promise<OfficialClient> {
  return (await import(CLIENT)) as OfficialClient
}

/** Prompts that a test gives one by one; the input stays open until it says so. */
export class Prompts implements AsyncIterable<JsonObject> {
  #waiting: JsonObject[] = []
  #isOver = false
  #wake: () => void = () => {}

  send(content: string): void {
    this.#waiting.push({
      type: 'user',
      session_id: '',
      parent_tool_use_id: null,
      message: { role: 'user', content },
    })
    this.#wake()
  }

  end(): void {
    this.#isOver = true
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<JsonObject> {
    for (;;) {
      const next = this.#waiting.shift()
      if (next !== undefined) yield next
      else if (this.#isOver) return
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
    }
  }
}
