/**
 * A CLI without a client: a test writes lines that our client would never write, and reads what comes. Started by
 * `open`, ended by `close`, which must come before the stage's.
 */
import { buildEnvironment } from '../../src/process/options/environment.ts'
import { spawnPipes } from '../../src/process/pipe-transport.ts'
import type { Transport } from '../../src/process/transport.ts'
import { decode } from '../../src/protocol/decode.ts'
import type { JsonObject } from '../../src/protocol/json.ts'
import type { ResultMessage } from '../../src/protocol/messages/result.ts'
import type { StdoutMessage } from '../../src/protocol/stdout.ts'
import { claudeBinary } from './claude-binaries.ts'
import type { Stage } from './stage.ts'

const ARGUMENTS = [
  ...['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
  ...['--permission-prompt-tool', 'stdio', '--permission-mode', 'default'],
]

export type CliRequestMessage = Extract<StdoutMessage, { type: 'control_request' }>

export class RawCli {
  readonly #transport: Transport
  readonly #seen: StdoutMessage[] = []
  #wake: () => void = () => {}
  #ended = false
  #calls = 0

  constructor(stage: Stage) {
    this.#transport = spawnPipes({
      command: claudeBinary(stage.version),
      args: ARGUMENTS,
      cwd: stage.cwd,
      env: buildEnvironment({ env: stage.env }),
    })
    this.#transport.start({
      lines: (batch) => {
        for (const line of batch) {
          const decoded = decode(line)
          if (decoded.kind === 'message') this.#seen.push(decoded.message)
        }
        this.#wake()
      },
      closed: () => {
        this.#ended = true
        this.#wake()
      },
    })
  }

  write(message: JsonObject): void {
    void this.#transport.send(`${JSON.stringify(message)}\n`)
  }

  prompt(text: string): void {
    this.write({ type: 'user', message: { role: 'user', content: text } })
  }

  /** Answers a request of the CLI with this payload, whatever it is. */
  answer({ request_id }: CliRequestMessage, response: unknown): void {
    this.write({ type: 'control_response', response: { subtype: 'success', request_id, response } })
  }

  /** Makes a control request; resolves with its answer. What the CLI had to do before it is done by then. */
  async call(request: JsonObject): Promise<StdoutMessage> {
    this.#calls += 1
    const id = `call-${this.#calls}`
    this.write({ type: 'control_request', request_id: id, request })
    const answer = (message: StdoutMessage) =>
      message.type === 'control_response' && message.response.request_id === id
    return this.#take(answer)
  }

  /** The first message of these types that nobody has taken yet. One waits at a time. */
  async next<T extends StdoutMessage['type']>(...types: T[]): Promise<Extract<StdoutMessage, { type: T }>> {
    const message = await this.#take(({ type }) => (types as string[]).includes(type))
    return message as Extract<StdoutMessage, { type: T }>
  }

  /** The next request of the CLI. */
  asked(): Promise<CliRequestMessage> {
    return this.next('control_request')
  }

  /** How many messages of this type came that nobody has taken. */
  untaken(type: StdoutMessage['type']): number {
    return this.#seen.filter((message) => message.type === type).length
  }

  result(): Promise<ResultMessage> {
    return this.next('result')
  }

  async close(): Promise<void> {
    await this.#transport.close()
  }

  /** The first message that passes, of those that nobody has taken yet. */
  async #take(passes: (message: StdoutMessage) => boolean): Promise<StdoutMessage> {
    for (;;) {
      const index = this.#seen.findIndex(passes)
      const [message] = index < 0 ? [] : this.#seen.splice(index, 1)
      if (message) return message
      if (this.#ended) throw new Error('the CLI ended before the message came')
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
