/** Commands in this process, on a real host with the simulator: what they print, how they end, and what is typed meanwhile. */
import { PassThrough, Readable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import type { Live } from '../../src/api/live.ts'
import type { LiveState } from '../../src/api/live-state.ts'
import type { ApprovalView, SessionSummary } from '../../src/api/resources.ts'
import { dispatch } from '../../src/cli/dispatch.ts'
import type { Io } from '../../src/cli/io.ts'
import { type DaemonStage, daemonStage } from '../host/daemon-stage.ts'

export interface CallOptions {
  /** What is piped in. */
  readonly input?: string
  /** Everything is a terminal of this width. */
  readonly columns?: number
  readonly env?: NodeJS.ProcessEnv
  /** Where it is called; by default, in the working folder of the stage. */
  readonly cwd?: string
}
export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** A command that runs. */
export class Running {
  out = ''
  err = ''
  readonly code: Promise<number>
  readonly #stdin: Readable | PassThrough
  readonly #watchers = new Set<() => void>()
  readonly #interrupts = new Set<() => void>()

  constructor(args: string[], base: NodeJS.ProcessEnv, cwd: string, options: CallOptions) {
    const { columns, input, env } = options
    const isTTY = columns !== undefined
    const stream = () => Object.assign(new PassThrough(), isTTY ? { isTTY, columns } : {})
    this.#stdin = isTTY ? stream() : Readable.from(input === undefined ? [] : [input])
    const [stdout, stderr] = [stream(), stream()]
    stdout.on('data', (bytes) => this.#add('out', String(bytes)))
    stderr.on('data', (bytes) => this.#add('err', String(bytes)))
    const io: Io = {
      stdin: this.#stdin,
      stdout,
      stderr,
      env: { ...base, ...env },
      cwd,
      out: (text) => this.#add('out', text),
      err: (text) => this.#add('err', text),
      onInterrupt: (listener) => {
        this.#interrupts.add(listener)
        return () => this.#interrupts.delete(listener)
      },
    }
    this.code = dispatch(args, io)
  }

  type(line: string): void {
    this.press(`${line}\n`)
  }
  press(keys: string): void {
    ;(this.#stdin as PassThrough).write(keys)
  }
  /** ctrl-c. */
  interrupt(): void {
    for (const listener of [...this.#interrupts]) listener()
  }
  /** Resolves when it was printed, on either stream. */
  printed(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (!this.out.includes(text) && !this.err.includes(text)) return
        this.#watchers.delete(look)
        resolve()
      }
      this.#watchers.add(look)
      void this.code.then((code) =>
        reject(new Error(`ended with ${code}, without "${text}": ${this.out}${this.err}`)),
      )
      look()
    })
  }
  async outcome(): Promise<Outcome> {
    return { code: await this.code, out: this.out, err: this.err }
  }

  #add(name: 'out' | 'err', text: string): void {
    this[name] += stripVTControlCharacters(text)
    for (const look of [...this.#watchers]) look()
  }
}

export class HostStage {
  readonly daemon: DaemonStage
  readonly #live: Live

  private constructor(daemon: DaemonStage) {
    this.daemon = daemon
    this.#live = daemon.live()
  }
  static async open(): Promise<HostStage> {
    return new HostStage(await daemonStage())
  }

  start(args: string[], options: CallOptions = {}): Running {
    const env = { HOME: '/nowhere', FAIRLEAD_HOME: this.daemon.folder, USER: 'ann', NO_COLOR: '1' }
    return new Running(args, env, options.cwd ?? this.daemon.cwd, options)
  }
  call(args: string[], options?: CallOptions): Promise<Outcome> {
    return this.start(args, options).outcome()
  }
  /** The JSON objects that it prints; it must end well. */
  async json<T = Record<string, unknown>>(...args: string[]): Promise<T[]> {
    const { code, out, err } = await this.call([...args, '--json'])
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${err}`)
    return out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as T)
  }
  /** The id of a new session that has this prompt. */
  async session(prompt: string, ...options: string[]): Promise<string> {
    const [made] = await this.json<{ session: string }>('new', prompt, ...options)
    return made?.session ?? ''
  }

  /** Resolves with what `find` finds in the list, as soon as it is there. */
  until<T>(find: (state: LiveState) => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const look = () => {
        const found = find(this.#live.state)
        if (found === undefined) return
        unsubscribe()
        resolve(found)
      }
      const unsubscribe = this.#live.subscribe(look)
      look()
    })
  }
  /** What a session asks: by default, whatever comes first. */
  asked(session: string, toolName?: string): Promise<ApprovalView> {
    return this.until(({ approvals }) =>
      approvals.find((it) => it.session === session && it.toolName === (toolName ?? it.toolName)),
    )
  }
  inGroup(session: string, group: SessionSummary['group']): Promise<SessionSummary> {
    return this.until(({ sessions }) => sessions?.find((it) => it.id === session && it.group === group))
  }

  close(): Promise<void> {
    return this.daemon.close()
  }
}
