/**
 * One process of the CLI that a check drives: raw lines go in, messages come out, and every wait has a deadline. It answers
 * nothing by itself. The lab opens it and closes it.
 */
import { spawnPipes } from '../process/pipe-transport.ts'
import type { Ending, Transport } from '../process/transport.ts'
import { isObject, type JsonObject } from '../protocol/json.ts'
import type { Line } from '../protocol/lines.ts'
import { at, inWords, looksLike, type Wanted } from './match.ts'
import { Differs, Unsupported } from './verdict.ts'

export interface DriverOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** Called with each line, in the order in which it arrived or was sent. */
  readonly onLine: (direction: '>' | '<', text: string) => void
  readonly habits?: Habits
}

/** What the kit has learned about a CLI, shared by all its processes. */
export interface Habits {
  /** The CLI does not answer unknown requests, so a shorter wait for them is enough. */
  isMute: boolean
}

/** How long to wait for a message, in milliseconds: for a CLI that never sends it, not for a busy machine. */
export const WAIT = 40_000
/**
 * How long to wait for a response before the driver sends another request, and how long after the response to that one, in
 * milliseconds. `mute`: for a CLI that does not answer unknown requests.
 */
const PATIENCE = { usual: [10_000, 10_000], mute: [2000, 1000] } as const

export class Driver {
  /** Everything that the CLI sent. */
  readonly messages: JsonObject[] = []
  /** Lines of stdout that are not a JSON object. */
  readonly noise: string[] = []
  /** Everything on stderr. */
  stderr = ''
  ending: Ending | undefined
  readonly #transport: Transport
  readonly #onLine: DriverOptions['onLine']
  readonly #habits: Habits
  readonly #waiting = new Set<() => void>()
  #calls = 0
  #cursor = 0

  constructor({ command, args, cwd, env, onLine, habits = { isMute: false } }: DriverOptions) {
    this.#onLine = onLine
    this.#habits = habits
    this.#transport = spawnPipes({
      command,
      args,
      cwd,
      env,
      waits: { afterEndOfInput: 1000, afterSigterm: 2000 },
      onStderr: (text) => {
        this.stderr += text
        this.#wake()
      },
    })
    this.#transport.start({
      lines: (batch) => {
        for (const line of batch) this.#take(line)
        this.#wake()
      },
      closed: (ending) => {
        this.ending = ending
        this.#wake()
      },
    })
  }

  get pid(): number | undefined {
    return this.#transport.pid
  }

  /** The number of messages so far: pass it to `since` later. */
  get here(): number {
    return this.messages.length
  }

  since(place: number): JsonObject[] {
    return this.messages.slice(place)
  }

  /** `next` ignores the messages so far. */
  skip(): void {
    this.#cursor = this.messages.length
  }

  /** Writes text as it is, with or without a line ending. Does nothing if the process has ended. */
  raw(text: string): void {
    this.#onLine('>', text)
    this.#transport.send(text).catch(() => {})
  }

  write(...messages: JsonObject[]): void {
    this.raw(messages.map((message) => `${JSON.stringify(message)}\n`).join(''))
  }

  prompt(content: unknown, more: JsonObject = {}): void {
    this.write({ type: 'user', message: { role: 'user', content }, ...more })
  }

  /** Answers a request of the CLI with this payload, whatever it is. */
  answer({ request_id }: JsonObject, response: unknown): void {
    this.write({ type: 'control_response', response: { subtype: 'success', request_id, response } })
  }

  /**
   * Makes a control request and returns the `response` of the CLI's answer. Earlier messages stay available for `next`. Throws
   * `Unsupported` if the CLI answers a later request but not this one.
   */
  async call(request: JsonObject, waitMs = WAIT): Promise<JsonObject> {
    const from = this.messages.length
    const wanted = this.#ask(request)
    const isAnswered = () => this.messages.slice(from).some((message) => looksLike(message, wanted))
    if (waitMs === WAIT && (await this.#passesOver(isAnswered)))
      throw new Unsupported(`${request.subtype} gets no answer`)
    const found = await this.#find(wanted, from, waitMs, `an answer to ${request.subtype}`)
    return this.messages[found]?.response as JsonObject
  }

  /** Writes a control request; returns a pattern for its response. */
  #ask(request: JsonObject): Wanted {
    this.#calls += 1
    const request_id = `call-${this.#calls}`
    this.write({ type: 'control_request', request_id, request })
    return { type: 'control_response', response: { request_id } }
  }

  async #passesOver(isAnswered: () => boolean): Promise<boolean> {
    const [before, after] = this.#habits.isMute ? PATIENCE.mute : PATIENCE.usual
    if (await this.#becomes(isAnswered, before)) return false
    const from = this.messages.length
    const later = this.#ask({ subtype: 'mcp_status' })
    try {
      await this.#find(later, from, WAIT, 'an answer to mcp_status')
    } catch (error) {
      // On a busy machine the CLI may have answered late, and then exited.
      if (isAnswered()) return false
      throw error
    }
    if (await this.#becomes(isAnswered, after)) return false
    this.#habits.isMute = true
    return true
  }

  /** Returns whether the condition becomes true within this time; false if the process ends first. */
  async #becomes(isSo: () => boolean, waitMs: number): Promise<boolean> {
    try {
      await this.until(isSo, waitMs, '')
      return true
    } catch {
      return false
    }
  }

  /** Returns the next message that matches, and skips those before it. */
  async next(wanted: Wanted, waitMs = WAIT): Promise<JsonObject> {
    const found = await this.#find(wanted, this.#cursor, waitMs, inWords(wanted))
    this.#cursor = found + 1
    return this.messages[found] as JsonObject
  }

  result(waitMs = WAIT): Promise<JsonObject> {
    return this.next({ type: 'result' }, waitMs)
  }

  /** Returns the next request of the CLI with this subtype. */
  asked(subtype = 'can_use_tool', waitMs = WAIT): Promise<JsonObject> {
    return this.next({ type: 'control_request', request: { subtype } }, waitMs)
  }

  /** Resolves when everything that the CLI has sent so far has arrived. */
  async settled(): Promise<void> {
    await this.call({ subtype: 'mcp_status' })
  }

  /** Returns the messages that arrive during the action, including everything that the CLI has sent by its end. */
  async during(act: () => Promise<unknown>): Promise<JsonObject[]> {
    const from = this.here
    await act()
    await this.settled()
    return this.since(from)
  }

  endInput(): void {
    this.#transport.endInput()
  }

  signal(name: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void {
    this.#transport.signal(name)
  }

  /** Waits for the process to end by itself, and returns how it ended. */
  async ended(waitMs = WAIT): Promise<Ending> {
    await this.until(() => this.ending !== undefined, waitMs, 'its end')
    return this.ending as Ending
  }

  /** Ends it by force if it must be. */
  close(): Promise<Ending> {
    return this.#transport.close()
  }

  /** Closes stdin and lets the process end by itself, so that it writes all that it has to write. */
  finish(): Promise<Ending> {
    this.endInput()
    return this.ended()
  }

  /** Waits until the condition is true: checks it whenever something arrives. */
  async until(isSo: () => boolean, waitMs: number, what: string): Promise<void> {
    const deadline = Date.now() + waitMs
    while (!isSo()) {
      const left = deadline - Date.now()
      if (left <= 0) throw new Differs(`waited ${waitMs} ms for ${what}`)
      if (this.ending !== undefined) {
        const { exitCode, signal, stderr } = this.ending
        throw new Differs(
          `waited for ${what}, and it ended with ${signal ?? exitCode}: ${stderr.slice(-200)}`,
        )
      }
      await this.#change(left)
    }
  }

  async #find(wanted: Wanted, from: number, waitMs: number, what: string): Promise<number> {
    let looked = from
    const look = () => {
      while (looked < this.messages.length) {
        if (looksLike(this.messages[looked], wanted)) return true
        looked += 1
      }
      return false
    }
    await this.until(look, waitMs, what)
    return looked
  }

  #change(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      this.#waiting.add(wake)
    })
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake()
  }

  #take(line: Line): void {
    const text = typeof line === 'string' ? line : line.head
    this.#onLine('<', text)
    const value = parsed(text)
    if (isObject(value)) this.messages.push(value)
    else this.noise.push(text)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The input of the tool for which a request asks permission. */
export function inputOf(request: JsonObject): JsonObject {
  const input = at(request, 'request', 'input')
  return isObject(input) ? input : {}
}
