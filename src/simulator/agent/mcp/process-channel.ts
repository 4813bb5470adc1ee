/**
 * The channel to a server that is a process, on its stdin and stdout. `open` starts the process; `close` ends it, or it ends by
 * itself. Pending answers then resolve with the reason.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { isObject, type JsonObject, parseObject } from '../../../protocol/json.ts'
import type { McpChannel } from './channel.ts'
import { isQuestion, Waiting } from './waiting.ts'

const CLOSED = 'Connection closed'

export class ProcessChannel implements McpChannel {
  readonly #config: JsonObject
  readonly #cwd: string
  readonly #env: NodeJS.ProcessEnv
  readonly #waiting = new Waiting()
  #child: ChildProcessWithoutNullStreams | undefined

  constructor(config: JsonObject, cwd: string, env: NodeJS.ProcessEnv) {
    this.#config = config
    this.#cwd = cwd
    this.#env = env
  }

  open(receive: (message: JsonObject) => void): Promise<void> {
    const { command, args, env } = this.#config
    const list = Array.isArray(args) ? args.map(String) : []
    const more = isObject(env) ? (env as NodeJS.ProcessEnv) : {}
    const child = spawn(String(command), list, {
      cwd: this.#cwd,
      env: { ...this.#env, ...more },
      stdio: 'pipe',
    })
    this.#child = child
    child.stdin.on('error', () => {})
    child.stderr.resume()
    let held = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (held + chunk).split('\n')
      held = lines.pop() ?? ''
      for (const line of lines) this.#take(line, receive)
    })
    child.on('exit', () => this.#end(child, CLOSED))
    return new Promise((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', (error) => {
        this.#end(child, error.message)
        reject(error)
      })
    })
  }

  send(message: JsonObject, signal?: AbortSignal): Promise<JsonObject | string> {
    const child = this.#child
    if (child === undefined) return Promise.resolve(CLOSED)
    child.stdin.write(`${JSON.stringify(message)}\n`)
    return isQuestion(message) ? this.#waiting.for(message.id, signal) : Promise.resolve({})
  }

  close(): void {
    this.#child?.stdin.end()
    this.#child?.kill()
    this.#child = undefined
    this.#waiting.end(CLOSED)
  }

  #take(line: string, receive: (message: JsonObject) => void): void {
    const message = parseObject(line)
    if (message === undefined) return
    if (message.method === undefined) this.#waiting.take(message)
    else receive(message)
  }

  #end(child: ChildProcessWithoutNullStreams, why: string): void {
    if (this.#child !== child) return
    this.#child = undefined
    this.#waiting.end(why)
  }
}
