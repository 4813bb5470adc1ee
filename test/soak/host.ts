/**
 * The host of a soak: a daemon in a process of its own whose clock can jump, with the agents of the soak. `start` and `kill`
 * may come again and again; each start takes the next of the SQLite libraries that work here. `end` ends all that was started
 * in its folder, and removes the folder.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { AgentConfig, Live } from '../../src/api/index.ts'
import { DRIVERS, problemOf } from '../../src/host/journal/sqlite/driver.ts'
import { DaemonProcess } from '../host/daemon-process.ts'

const moduleBeside = (name: string) => pathToFileURL(fileURLToPath(new URL(name, import.meta.url))).href
const CLOCK = ['--import', moduleBeside('host-clock.mjs')]
const HEAP = ['--expose-gc', '--import', moduleBeside('host-heap.mjs')]
const storages = DRIVERS.filter((driver) => problemOf(driver) === undefined).map(({ name }) => name)

export class SoakHost {
  readonly #daemon: DaemonProcess
  readonly #clock: string
  readonly #heap: string
  /** A host that is started while another start is under way would find the first one's lock. */
  #changing: Promise<unknown> = Promise.resolve()
  #isOver = false
  kills = 0

  constructor({ measuresHeap = false } = {}) {
    // All output is kept: it is compared with the journal.
    this.#daemon = new DaemonProcess({}, [], {
      nodeArgs: [...CLOCK, ...(measuresHeap ? HEAP : [])],
      settings: { keptOutputs: 1_000_000, maxSessions: 1000 },
    })
    this.#clock = join(this.#daemon.folder, 'clock')
    this.#heap = join(this.#daemon.folder, 'heap')
  }

  get folder(): string {
    return this.#daemon.folder
  }
  get data(): string {
    return this.#daemon.data
  }
  get cwd(): string {
    return this.#daemon.cwd
  }
  get url(): string {
    return this.#daemon.url
  }
  get token(): string {
    return this.#daemon.token
  }
  get pid(): number | undefined {
    return this.#daemon.pid
  }
  /** What was left after the last collection of all garbage, where that is measured. */
  get heapBytes(): number | undefined {
    try {
      return Number(readFileSync(this.#heap, 'utf8'))
    } catch {
      return undefined
    }
  }
  get starts(): number {
    return this.#daemon.starts
  }
  /** Resolves when it runs. Rejects when it has ended by itself. */
  up(): Promise<void> {
    return this.#daemon.up()
  }

  start(): Promise<void> {
    return this.#inTurn(() => this.#start())
  }

  live(label: string): Live {
    return this.#daemon.live(label)
  }

  async setAgents(agents: readonly AgentConfig[]): Promise<void> {
    const [first] = agents
    await this.#daemon
      .api()
      .call('putAgents', { body: { agents: [...agents], ...(first && { default: first.name }) } })
  }

  /** Kills it and starts another. `earlyMs`: that one is killed after so long, and a third is started. */
  crash(downMs: number, earlyMs?: number): Promise<void> {
    return this.#inTurn(async () => {
      this.kills += 1
      await this.#daemon.kill()
      await pause(downMs)
      if (earlyMs !== undefined && !this.#isOver) {
        const early = this.#start().catch(() => {})
        await pause(earlyMs)
        this.kills += 1
        await this.#daemon.kill()
        await early
      }
      if (!this.#isOver) await this.#start()
    })
  }

  /** Resolves when the host says that something is wrong, or after so long. */
  async untilUnwell(mostMs: number): Promise<void> {
    for (const deadline = performance.now() + mostMs; performance.now() < deadline; ) {
      const health = await fetch(`${this.url}/api/healthz`)
        .then((answer) => answer.json())
        .catch(() => undefined)
      if ((health as { ok?: boolean } | undefined)?.ok === false) return
      await pause(20)
    }
  }

  /** From the real time, in milliseconds. */
  setClock(offset: number): void {
    writeFileSync(this.#clock, String(offset))
    this.signal('SIGUSR2')
  }

  signal(signal: NodeJS.Signals): void {
    try {
      if (this.pid !== undefined) process.kill(this.pid, signal)
    } catch {
      // It was killed in this moment.
    }
  }

  /** As `fairlead down --all`: resolves when the process has ended. */
  async stop(): Promise<void> {
    await this.#daemon.stop()
  }

  /** Nothing is started any more, and nothing runs in its folder. */
  async leave(): Promise<void> {
    this.#isOver = true
    await this.#changing.catch(() => {})
    this.signal('SIGCONT')
    await this.#daemon.leave()
  }

  async end(): Promise<void> {
    await this.leave()
    await this.#daemon.end()
  }

  #inTurn<T>(action: () => Promise<T>): Promise<T> {
    const result = this.#changing.catch(() => {}).then(action)
    this.#changing = result
    return result
  }

  async #start(): Promise<void> {
    await this.#daemon.start({
      FAIRLEAD_SQLITE: storages[this.#daemon.starts % storages.length],
      FAIRLEAD_SOAK_CLOCK: this.#clock,
      FAIRLEAD_SOAK_HEAP: this.#heap,
    })
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
