/** A daemon in a process of its own, which can be killed and started again on the same folders. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { ApiClient, Live } from '../../src/api/index.ts'
import { clear, endIn, guard, within } from '../process/leftovers.ts'
import { opener } from './daemon-stage.ts'
import { ENDS_WITHIN } from './stage.ts'

export const DIST = process.env.FAIRLEAD_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url))
const FAIRLEAD = join(DIST, 'cli', 'main.js')

export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface ProcessOptions {
  /** Options of Node itself, as `--import`. */
  readonly nodeArgs?: readonly string[]
  /** More of the host's settings. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** A command that runs another one, such as `ip netns exec NAME`. */
  readonly inside?: readonly string[]
}

export class DaemonProcess {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-chaos-')))
  readonly data = join(this.folder, 'data')
  readonly cwd = join(this.folder, 'project')
  readonly #settings = join(this.folder, 'settings.json')
  readonly #env: NodeJS.ProcessEnv
  readonly args: string[]
  readonly #nodeArgs: readonly string[]
  readonly #inside: readonly string[]
  readonly #runs = new Set<ChildProcess>()
  #child: ChildProcess | undefined
  #exited: Promise<void> = Promise.resolve()
  readonly #waiting = new Set<{ go(): void; fail(error: Error): void }>()
  #isUp = false
  #isOver = false
  #failure: Error | undefined
  #url = ''
  starts = 0

  constructor(
    env: NodeJS.ProcessEnv = {},
    args: readonly string[] = [],
    { nodeArgs = [], settings = {}, inside = [] }: ProcessOptions = {},
  ) {
    const home = join(this.folder, 'home')
    for (const path of [this.cwd, home]) mkdirSync(path, { recursive: true })
    guard(this.folder)
    // Whoever else works on this machine must not decide whether a session waits.
    writeFileSync(this.#settings, JSON.stringify({ minFreeMemoryMb: 0, ...settings }))
    this.args = [...args]
    this.#nodeArgs = nodeArgs
    this.#inside = inside
    this.#env = {
      PATH: process.env.PATH,
      HOME: home,
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      CLAUDE_CODE_TMPDIR: home,
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

  /** Of the one that runs, or is being started. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** `env`: for this start alone. */
  async start(env: NodeJS.ProcessEnv = {}): Promise<void> {
    // A test that has failed may still be about to.
    if (this.#isOver) throw new Error('the test of this daemon is over')
    this.starts += 1
    const up = ['up', '--port', '0', '--json', '--config', this.#settings, '--root', this.folder]
    const args = [...this.#nodeArgs, FAIRLEAD, ...up, ...this.args]
    const [program, ...all] = this.#command(args)
    const child = spawn(program, all, {
      env: { ...this.#env, ...env },
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    this.#exited = new Promise((resolve) => child.once('exit', () => resolve()))
    let stderr = ''
    child.stderr.on('data', (text) => {
      stderr += text
    })
    this.#url = await new Promise<string>((resolve, reject) => {
      createInterface(child.stdout).once('line', (line) => resolve(new URL(JSON.parse(line).url).origin))
      child.once('exit', (code) => {
        const failure = new Error(`the daemon ended with ${code}: ${stderr}`)
        if (this.#child === child) this.#fail(failure)
        reject(failure)
      })
    })
    this.#isUp = true
    for (const { go } of this.#waiting) go()
    this.#waiting.clear()
  }

  #command(args: readonly string[]): [string, ...string[]] {
    return [...this.#inside, process.execPath, ...args] as [string, ...string[]]
  }

  #fail(failure: Error): void {
    this.#failure = failure
    for (const { fail } of this.#waiting) fail(failure)
    this.#waiting.clear()
  }

  /** Resolves when it runs: now, or after the next start. Throws if it has ended by itself. */
  async up(): Promise<void> {
    if (this.#failure) throw this.#failure
    if (!this.#isUp) await new Promise<void>((go, fail) => this.#waiting.add({ go, fail }))
  }

  /** Another run of the command, as the same user. */
  run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
    return new Promise((resolve) => {
      const options = { env: { ...this.#env, ...env }, cwd: this.folder }
      const [program, ...all] = this.#command([FAIRLEAD, ...args])
      const child = execFile(program, all, options, (error, out, err) => {
        this.#runs.delete(child)
        resolve({ code: error ? (error.code as number) : 0, out, err })
      })
      this.#runs.add(child)
    })
  }

  /** Resolves when it has ended, by itself or by another's hand. */
  async ended(): Promise<void> {
    await this.#exited
    this.#child = undefined
    this.#isUp = false
  }

  /** As the kernel does it: without a word. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    this.#isUp = false
    child?.kill('SIGKILL')
    await this.#exited
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
    return new Live({ api: this.api(label), open: (events) => opener(this.#url, this.token)(events), label })
  }

  /** Ends all that was started here, whatever has become of it. */
  async leave(): Promise<void> {
    this.#isOver = true
    for (const child of this.#runs) child.kill('SIGKILL')
    if (this.#isUp) await within(ENDS_WITHIN, this.stop())
    await this.kill()
    this.#fail(new Error('the test of this daemon is over'))
    await endIn(this.folder)
  }
  /** The same, and removes the folder. */
  async end(): Promise<void> {
    await this.leave()
    await clear(this.folder)
  }

  /** Ends it with all sessions, as a person would. */
  async stop(): Promise<void> {
    await this.api().call('stopHost', { body: { all: true } })
    await this.#exited
    this.#isUp = false
  }
}
