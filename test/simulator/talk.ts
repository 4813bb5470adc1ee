/**
 * A talk with an agent in memory, in a folder of its own. Each line that it writes must be a message that the protocol
 * knows. `end` ends the input and removes the folder.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode, type JsonObject, LineFramer, type StdoutMessage } from '../../src/protocol/index.ts'
import { type InMemory, playInMemory } from './in-memory.ts'

export const STREAM = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose']
export const ASKING = [...STREAM, '--permission-prompt-tool', 'stdio']

export type CliRequestMessage = Extract<StdoutMessage, { type: 'control_request' }>

export interface TalkOptions {
  readonly args?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** Goes on in the folder of another talk. */
  readonly home?: string
}

export class Talk {
  readonly home: string
  readonly seen: StdoutMessage[] = []
  /** Lines that are no known message. */
  readonly strange: string[] = []
  stderr = ''
  readonly #memory: InMemory
  #wake: () => void = () => {}
  #next = 0
  #isOver = false
  #calls = 0

  constructor({ args = ASKING, env = {}, home }: TalkOptions = {}) {
    this.home = home ?? realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-sim-')))
    const base = { HOME: this.home, CLAUDE_CONFIG_DIR: join(this.home, 'claude'), CLAUDE_TMPDIR: this.home }
    this.#memory = playInMemory({
      argv: args,
      cwd: this.home,
      env: { PATH: process.env.PATH, FAIRLEAD_SIM_SPEED: '0', ...base, ...env },
    })
    const framer = new LineFramer()
    this.#memory.stdout.on('data', (chunk: Buffer) => {
      for (const line of framer.push(chunk)) {
        const decoded = decode(line)
        if (decoded.kind === 'message') this.seen.push(decoded.message)
        else this.strange.push(typeof line === 'string' ? line.slice(0, 200) : line.head)
      }
      this.#wake()
    })
    this.#memory.stderr.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString()
    })
    void this.exited.then(() => {
      this.#isOver = true
      this.#wake()
    })
  }

  get exited(): Promise<number> {
    return this.#memory.exited
  }

  get agent() {
    return this.#memory.agent
  }

  line(text: string): void {
    this.#memory.stdin.write(`${text}\n`)
  }

  write(message: JsonObject): void {
    this.line(JSON.stringify(message))
  }

  prompt(content: string, more: JsonObject = {}): void {
    this.write({ type: 'user', message: { role: 'user', content }, ...more })
  }

  /** Sends a prompt and waits for the next result. */
  async turn(content: string, more: JsonObject = {}) {
    this.prompt(content, more)
    return this.result()
  }

  async call(request: JsonObject) {
    this.#calls += 1
    const id = `call-${this.#calls}`
    this.write({ type: 'control_request', request_id: id, request })
    const answer = await this.until(
      (message) => message.type === 'control_response' && message.response.request_id === id,
    )
    return (answer as Extract<StdoutMessage, { type: 'control_response' }>).response
  }

  answer({ request_id }: CliRequestMessage, response: unknown): void {
    this.write({ type: 'control_response', response: { subtype: 'success', request_id, response } })
  }

  async asked(subtype = 'can_use_tool'): Promise<CliRequestMessage> {
    return (await this.until(
      (message) => message.type === 'control_request' && message.request.subtype === subtype,
    )) as CliRequestMessage
  }

  async result() {
    const result = await this.until(({ type }) => type === 'result')
    return result as Extract<StdoutMessage, { type: 'result' }>
  }

  /** The next message that passes, after those that were waited for before. */
  async until(passes: (message: StdoutMessage) => boolean): Promise<StdoutMessage> {
    for (;;) {
      while (this.#next < this.seen.length) {
        const message = this.seen[this.#next] as StdoutMessage
        this.#next += 1
        if (passes(message)) return message
      }
      if (this.#isOver) throw new Error(`the agent ended; stderr: ${this.stderr}`)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  all<T extends StdoutMessage['type']>(type: T): Extract<StdoutMessage, { type: T }>[] {
    return this.seen.filter((message) => message.type === type) as Extract<StdoutMessage, { type: T }>[]
  }

  /** `init`, `assistant text`, `user tool_result`, `user echo`, `message_start`, `result`, … without repetitions. */
  get names(): string[] {
    const names = this.seen.map(nameOf)
    return names.filter((name, index) => name !== names[index - 1])
  }

  endInput(): void {
    this.#memory.stdin.end()
  }

  async end(): Promise<number> {
    this.endInput()
    const code = await this.exited
    rmSync(this.home, { recursive: true, force: true })
    return code
  }
}

function nameOf(message: StdoutMessage): string {
  if (message.type === 'stream_event') return message.event.type
  if (message.type === 'system') return message.subtype
  if (message.type === 'assistant')
    return `assistant ${message.message.content.map(({ type }) => type).join('+')}`
  if (message.type === 'command_lifecycle') return `prompt ${message.state}`
  if (message.type !== 'user') return message.type
  if (message.isReplay) return 'user echo'
  const { content } = message.message
  return `user ${typeof content === 'string' ? 'text' : content.map(({ type }) => type).join('+')}`
}
