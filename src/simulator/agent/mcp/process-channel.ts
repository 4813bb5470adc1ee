/**
 * To a server that is a process of its own, on its stdin and stdout. Started by `open`, ended by `close` or by itself;
 * whoever waits for an answer then is told so.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { type McpChannel, TIMED_OUT } from './channel.ts'

export class ProcessChannel implements McpChannel {
  readonly capabilities: JsonObject = { elicitation: {} }
  readonly #config: JsonObject
  readonly #cwd: string
  readonly #env: NodeJS.ProcessEnv
  readonly #waiting = new Map<unknown, (answer: JsonObject | string) => void>()
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
    child.on('exit', () => this.#end(child, 'Connection closed'))
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
    if (child === undefined) return Promise.resolve('Connection closed')
    child.stdin.write(`${JSON.stringify(message)}\n`)
    const isAsked = message.id !== undefined && message.method !== undefined
    if (!isAsked) return Promise.resolve({})
    return new Promise((resolve) => {
      const late = () => {
        this.#waiting.delete(message.id)
        resolve(TIMED_OUT)
      }
      signal?.addEventListener('abort', late, { once: true })
      this.#waiting.set(message.id, (answer) => {
        signal?.removeEventListener('abort', late)
        resolve(answer)
      })
    })
  }

  close(): void {
    this.#child?.stdin.end()
    this.#child?.kill()
    this.#child = undefined
  }

  #take(line: string, receive: (message: JsonObject) => void): void {
    let message: unknown
    try {
      message = JSON.parse(line)
    } catch {
      return
    }
    if (!isObject(message)) return
    if (message.method !== undefined) {
      receive(message)
      return
    }
    this.#waiting.get(message.id)?.(message)
    this.#waiting.delete(message.id)
  }

  #end(child: ChildProcessWithoutNullStreams, why: string): void {
    if (this.#child !== child) return
    this.#child = undefined
    for (const answer of this.#waiting.values()) answer(why)
    this.#waiting.clear()
  }
}
