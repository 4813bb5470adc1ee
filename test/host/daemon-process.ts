/** A daemon in a process of its own, which can be killed and started again on the same folders. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { ApiClient, Live } from '../../src/api/index.ts'
import { later, opener } from './daemon-stage.ts'

const DIST = process.env.FAIRLEAD_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url))
const FAIRLEAD = join(DIST, 'cli', 'main.js')

export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

export class DaemonProcess {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-chaos-')))
  readonly data = join(this.folder, 'data')
  readonly cwd = join(this.folder, 'project')
  readonly #env: NodeJS.ProcessEnv
  readonly args: string[]
  readonly #runs = new Set<ChildProcess>()
  #child: ChildProcess | undefined
  readonly #waiting = new Set<() => void>()
  #isUp = false
  #failure: Error | undefined
  #url = ''
  starts = 0

  constructor(env: NodeJS.ProcessEnv = {}, args: readonly string[] = []) {
    const home = join(this.folder, 'home')
    for (const path of [this.cwd, home]) mkdirSync(path, { recursive: true })
    this.args = [...args]
    this.#env = {
      PATH: process.env.PATH,
      HOME: home,
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      FAIRLEAD_HOME: this.data,
      ...env,
    }
  }

  get token(): string {
    return readFileSync(join(this.data, 'token'), 'utf8')
  }
  /** Where it is now: a restarted one has another port. */
  get url(): string {
    return this.#url
  }

  async start(): Promise<void> {
    this.starts += 1
    const args = [FAIRLEAD, 'up', '--port', '0', '--json', '--root', this.folder, ...this.args]
    const child = spawn(process.execPath, args, {
      env: this.#env,
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    let stderr = ''
    child.stderr.on('data', (text) => {
      stderr += text
    })
    this.#url = await new Promise<string>((resolve, reject) => {
      createInterface(child.stdout).once('line', (line) => resolve(new URL(JSON.parse(line).url).origin))
      child.once('exit', (code) => {
        const failure = new Error(`the daemon ended with ${code}: ${stderr}`)
        if (this.#child === child) this.#failure = failure
        reject(failure)
      })
    })
    this.#isUp = true
    for (const go of this.#waiting) go()
    this.#waiting.clear()
  }

  /** Resolves when it runs: now, or after the next start. Throws if it has ended by itself. */
  async up(): Promise<void> {
    if (this.#failure) throw this.#failure
    if (!this.#isUp) await new Promise<void>((resolve) => this.#waiting.add(resolve))
  }

  /** Another run of the command, as the same user. */
  run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
    return new Promise((resolve) => {
      const options = { env: { ...this.#env, ...env }, cwd: this.folder }
      const child = execFile(process.execPath, [FAIRLEAD, ...args], options, (error, out, err) => {
        this.#runs.delete(child)
        resolve({ code: error ? (error.code as number) : 0, out, err })
      })
      this.#runs.add(child)
    })
  }

  /** As the kernel does it: without a word. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    this.#isUp = false
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }

  api(label = 'test'): ApiClient {
    const client = new ApiClient({
      url: '',
      fetch: (path, init) => fetch(this.#url + path, init),
      token: this.token,
      label,
    })
    return client
  }
  live(label = 'test'): Live {
    return new Live({ open: (events) => opener(this.#url, this.token)(events), later, label })
  }

  async end(): Promise<void> {
    for (const child of this.#runs) child.kill('SIGKILL')
    try {
      // What outlives a host is ended by the next one.
      if (!this.#isRunning && existsSync(join(this.data, 'sessions'))) await this.start()
      const child = this.#child
      const gone = new Promise((resolve) => child?.once('exit', resolve) ?? resolve(undefined))
      await this.api().call('stopHost', { body: { all: true } })
      await gone
    } catch {
      await this.kill()
    } finally {
      rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }

  get #isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }
}
