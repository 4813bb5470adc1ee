/** A real nats-server on a free port of loopback, which can be killed and started again on the same port and store. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clear, guard } from '../process/leftovers.ts'

const PLACES = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'].map(
  (it) => `${it}/nats-server`,
)
const STARTS_WITHIN = 20_000

export function natsProgram(): string {
  const program = PLACES.find((path) => existsSync(path))
  if (!program) throw new Error('nats-server is not installed: `node scripts/setup.mjs --test` does that')
  return program
}

export interface NatsServerOptions {
  /** More lines of the configuration. */
  readonly config?: string
  /** Lines of its block; false: it is off. */
  readonly jetStream?: string | false
  /** Where it stores what it has. */
  readonly store?: string
}

export class NatsServer {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-nats-')))
  readonly #options: NatsServerOptions
  #child: ChildProcess | undefined
  #port = -1

  constructor(options: NatsServerOptions = {}) {
    guard(this.folder)
    this.#options = options
  }

  static async start(options: NatsServerOptions = {}): Promise<NatsServer> {
    const server = new NatsServer(options)
    await server.start()
    return server
  }

  get url(): string {
    return `nats://127.0.0.1:${this.#port}`
  }

  async start(): Promise<void> {
    const program = natsProgram()
    const { config = '', jetStream = '', store = join(this.folder, 'store') } = this.#options
    const file = join(this.folder, 'nats.conf')
    const lines = [
      `listen: "127.0.0.1:${this.#port}"`,
      `ports_file_dir: ${JSON.stringify(this.folder)}`,
      jetStream === false ? '' : `jetstream { store_dir: ${JSON.stringify(store)}\n${jetStream} }`,
      config,
    ]
    writeFileSync(file, lines.join('\n'))
    for (const name of this.#portsFiles()) rmSync(join(this.folder, name))
    const child = spawn(program, ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
    this.#child = child
    let said = ''
    child.stderr?.on('data', (text) => {
      said += text
    })
    const deadline = Date.now() + STARTS_WITHIN
    while (!(await this.#isUp())) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`nats-server did not start: ${said}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  /** As the kernel does it. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  /** `SIGSTOP`: it says nothing, and its connections stay open. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(signal)
  }

  async end(): Promise<void> {
    await this.kill()
    await clear(this.folder)
  }

  #portsFiles(): string[] {
    return readdirSync(this.folder).filter((name) => name.endsWith('.ports'))
  }

  async #isUp(): Promise<boolean> {
    const [name] = this.#portsFiles()
    if (name === undefined) return false
    try {
      const { nats } = JSON.parse(readFileSync(join(this.folder, name), 'utf8')) as { nats: string[] }
      this.#port = Number(new URL(nats[0] ?? '').port)
    } catch {
      // It is being written.
      return false
    }
    const socket = connect(this.#port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return true
    } catch {
      return false
    } finally {
      socket.destroy()
    }
  }
}
