/**
 * The environment of a group of checks: a scripted model, its own home folder and working folder, and the processes of the CLI
 * between them. `close` ends everything. It reads nothing from the user's own settings and sends nothing to the network.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binary } from '../process/find-binary.ts'
import { buildEnvironment } from '../process/options/environment.ts'
import type { JsonObject } from '../protocol/json.ts'
import { type Model, type Reply, type Scenario, startModel } from '../simulator/index.ts'
import { Driver, type Habits, WAIT } from './driver.ts'
import { Differs, shortened } from './verdict.ts'

export const STREAM = [
  ...['--input-format', 'stream-json'],
  ...['--output-format', 'stream-json', '--verbose'],
] as const
export const ASK = ['--permission-prompt-tool', 'stdio'] as const
export const MODE = ['--permission-mode', 'default'] as const
export const PARTIAL = '--include-partial-messages'
export const REPLAY = '--replay-user-messages'

/** The prompt that `play` sends. */
export const PROMPT = 'play the script'

export interface StartOptions {
  /** Replaces the arguments for stream-json with approvals and the mode `default`. */
  readonly args?: readonly string[]
  /** Arguments to append. */
  readonly more?: readonly string[]
  readonly env?: { readonly [name: string]: string | undefined }
  readonly cwd?: string
}

/** What the machine needs to run anything; the rest of the user's environment is left out. */
const KEPT = /^(PATH|Path|LANG|LC_.*|TZ|TERM|SHELL|USER|LOGNAME|SystemRoot|ComSpec|PATHEXT|FAIRLEAD_SIM_.*)$/
/** How much of a line the evidence shows, and how many lines. */
const LINE = 600
const LINES = 80

/** What the labs have learned about each CLI. */
const habitsOf = new WeakMap<Binary, Habits>()

export class Lab {
  readonly home: string
  readonly cwd: string
  readonly model: Model
  readonly #binary: Binary
  readonly #haste: number
  readonly #habits: Habits
  readonly #started: Driver[] = []
  readonly #bare: ChildProcess[] = []
  readonly #shared = new Map<string, Driver>()
  readonly #once = new Map<string, { made: Promise<unknown>; evidence: string[] }>()
  #evidence: string[] = []

  private constructor(binary: Binary, model: Model, haste: number) {
    this.#binary = binary
    this.model = model
    this.#haste = haste
    this.#habits = habitsOf.get(binary) ?? { isMute: false }
    habitsOf.set(binary, this.#habits)
    this.home = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-lab-')))
    this.cwd = join(this.home, 'work')
    for (const folder of [this.cwd, join(this.home, 'tmp')]) mkdirSync(folder)
  }

  /** With `haste`, what takes minutes by nature takes that fraction of the time. */
  static async open(binary: Binary, haste = 1): Promise<Lab> {
    return new Lab(binary, await startModel({ scenario: { scripts: [] }, keepRequests: 1000 }), haste)
  }

  /** The length of a long wait in this lab, in milliseconds. */
  long(ms: number): number {
    return ms * this.#haste
  }

  /** Does nothing for this long. */
  async rest(ms: number): Promise<void> {
    await sleep(this.long(ms))
  }

  /** Starts a new process. */
  start(options: StartOptions = {}): Driver {
    const number = this.#started.length + 1
    const driver = new Driver({
      ...this.#command(String(number), options),
      habits: this.#habits,
      onLine: (direction, text) => this.#note(`${number} ${direction} ${shortened(text.trimEnd(), LINE)}`),
    })
    this.#started.push(driver)
    return driver
  }

  /** Starts a process without a driver, for what a driver would not do. */
  bare(options: StartOptions = {}): ChildProcess {
    const { command, args, ...rest } = this.#command('bare', options)
    const child = spawn(command, args, rest)
    // Ignore what is written after the process has ended.
    child.stdin?.on('error', () => {})
    this.#bare.push(child)
    return child
  }

  #command(
    name: string,
    { args = [...STREAM, ...ASK, ...MODE], more = [], env, cwd = this.cwd }: StartOptions,
  ) {
    const { command, args: before } = this.#binary
    this.#note(`${name} $ claude ${[...args, ...more].join(' ')}`)
    return { command, args: [...before, ...args, ...more], cwd, env: this.#environment(env) }
  }

  /** Returns a process that checks of the group share; starts a new one if the last has ended. */
  shared(name = 'plain', options: StartOptions = {}): Driver {
    const there = this.#shared.get(name)
    if (there !== undefined && there.ending === undefined) {
      there.skip()
      return there
    }
    const driver = this.start(options)
    this.#shared.set(name, driver)
    return driver
  }

  /** Runs an action whose result several checks use only once; its evidence counts for each of them. */
  async once<T>(name: string, make: () => Promise<T>): Promise<T> {
    let known = this.#once.get(name)
    if (known === undefined) {
      const from = this.#evidence.length
      const evidence: string[] = []
      const made = make().finally(() => evidence.push(...this.#evidence.slice(from)))
      known = { made, evidence }
      this.#once.set(name, known)
      return made
    }
    this.#evidence.push(...known.evidence)
    return known.made as Promise<T>
  }

  script(scenario: Scenario): void {
    this.model.use(scenario)
  }

  /** Makes the model answer the prompt with these replies, then with a short text, and sends the prompt. */
  play(cli: Driver, replies: Reply[], more: JsonObject = {}): void {
    this.model.use({ scripts: [{ prompt: PROMPT, replies }] })
    cli.skip()
    cli.prompt(PROMPT, more)
  }

  /** Waits until the model has reached this hold of its script. */
  async held(name: string): Promise<void> {
    const stop = new AbortController()
    const { signal } = stop
    const late = sleep(WAIT, false, { signal, ref: false }).catch(() => false)
    const isHeld = await Promise.race([this.model.held(name).then(() => true), late])
    stop.abort()
    if (!isHeld) throw new Differs(`waited ${WAIT} ms until the model was asked`)
  }

  path(name: string): string {
    return join(this.cwd, name)
  }

  has(name: string): boolean {
    return existsSync(this.path(name))
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8')
  }

  make(name: string, content = ''): string {
    mkdirSync(join(this.path(name), '..'), { recursive: true })
    writeFileSync(this.path(name), content)
    return this.path(name)
  }

  /** Waits until a file exists. */
  appears(name: string): Promise<void> {
    return this.turnsOut(() => this.has(name), `the file ${name}`)
  }

  /** Waits until the condition is true: polls, for what no message reports. */
  async turnsOut(isSo: () => boolean, what: string, waitMs = WAIT): Promise<void> {
    const deadline = Date.now() + waitMs
    while (!isSo()) {
      if (Date.now() > deadline) throw new Differs(`waited ${waitMs} ms for ${what}`)
      await sleep(20)
    }
  }

  /** Returns the lines that went in and out since the last call. */
  takeEvidence(): string[] {
    const lines = this.#evidence
    this.#evidence = []
    return lines.length <= LINES ? lines : [...lines.slice(0, LINES / 2), '…', ...lines.slice(-LINES / 2)]
  }

  /** After a failed check nothing is shared any more: what it left open would disturb the next check. */
  async forget(): Promise<void> {
    const left = [...this.#shared.values()]
    this.#shared.clear()
    await Promise.all(left.map((driver) => driver.close()))
  }

  /** Ends the processes that no other check shares. */
  async tidy(): Promise<void> {
    const shared = new Set(this.#shared.values())
    const own = this.#started.filter((driver) => driver.ending === undefined && !shared.has(driver))
    for (const child of this.#bare.splice(0)) child.kill('SIGKILL')
    await Promise.all(own.map((driver) => driver.close()))
  }

  async close(): Promise<void> {
    for (const child of this.#bare.splice(0)) child.kill('SIGKILL')
    await Promise.all(this.#started.map((driver) => driver.close()))
    await this.model.close()
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }

  #environment(more: StartOptions['env']): { [name: string]: string } {
    const temp = join(this.home, 'tmp')
    const env = {
      ...this.model.env,
      HOME: this.home,
      USERPROFILE: this.home,
      CLAUDE_CONFIG_DIR: join(this.home, 'claude'),
      TMPDIR: temp,
      CLAUDE_TMPDIR: temp,
      CLAUDE_CODE_TMPDIR: temp,
      FAIRLEAD_SIM_USE_API: '1',
      ...more,
    }
    return buildEnvironment({ base: kept(process.env), env })
  }

  #note(line: string): void {
    this.#evidence.push(line)
  }
}

function kept(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => KEPT.test(name)))
}
