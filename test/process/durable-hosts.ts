/**
 * Small hosts as processes of their own (durable-host.ts), one after the other on one durable process. Each is started
 * by `next` and is to be killed; the durable process itself is ended by `end`, whatever has become of it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { adoptDurable } from '../../src/process/durable/start.ts'
import type { Ending } from '../../src/process/transport.ts'
import type { Line } from '../../src/protocol/lines.ts'
import { type HostOrder, readJournal } from './durable-host.ts'
import { clear, guard, within } from './leftovers.ts'

const ENDS_WITHIN = 30_000
const source = fileURLToPath(new URL('durable-host.ts', import.meta.url))

export class DurableHosts {
  readonly folder: string
  readonly #root: string
  readonly #program: string
  readonly #order: HostOrder
  readonly #env: NodeJS.ProcessEnv
  readonly #left: Readonly<Record<number, string>>
  #host: ChildProcess | undefined

  private constructor(
    root: string,
    start: HostOrder['start'],
    env: NodeJS.ProcessEnv,
    left: Readonly<Record<number, string>>,
  ) {
    this.#left = left
    this.#root = root
    this.#program = join(root, 'host.mjs')
    this.folder = join(root, 'session')
    this.#env = env
    this.#order = { folder: this.folder, generation: 1, journal: join(root, 'journal'), start }
  }

  /** `left`: paths that whoever starts a host leaves open, by the number of the handle. */
  static async make(
    start: HostOrder['start'],
    env: NodeJS.ProcessEnv = process.env,
    left: Readonly<Record<number, string>> = {},
  ): Promise<DurableHosts> {
    const hosts = new DurableHosts(mkdtempSync(join(tmpdir(), 'fairlead-hosts-')), start, env, left)
    guard(hosts.#root)
    await build({
      input: source,
      platform: 'node',
      output: { file: hosts.#program, format: 'esm' },
      logLevel: 'silent',
    })
    return hosts
  }

  /** Starts the next host. Resolves when it has the process, with the pid of that. */
  async next(): Promise<number> {
    const handles = Object.entries(this.#left).map(([handle, path]) => [Number(handle), openSync(path, 'r')])
    const most = Math.max(2, ...Object.keys(this.#left).map(Number))
    const left = Array.from({ length: most - 2 }, (_, i) => handles.find(([it]) => it === i + 3)?.[1])
    const host = spawn(process.execPath, [this.#program], {
      stdio: ['pipe', 'pipe', 'inherit', ...left.map((it) => it ?? ('ignore' as const))],
      detached: true,
      env: { ...this.#env, FAIRLEAD_TEST_HOST: JSON.stringify(this.#order) },
    })
    for (const [, handle = 0] of handles) closeSync(handle)
    this.#host = host
    const [first] = await once(host.stdout as Readable, 'data')
    return Number(first)
  }

  /** Lets the host send a line. */
  send(line: string): void {
    this.#host?.stdin?.write(`${line}\n`)
  }

  endInput(): void {
    this.#host?.stdin?.end()
  }

  /** As nothing can prevent. */
  async kill(): Promise<void> {
    await this.#end((pid) => process.kill(pid, 'SIGKILL'))
  }

  /** As when its terminal is closed. */
  async hangUp(): Promise<void> {
    await this.#end((pid) => process.kill(-pid, 'SIGHUP'))
  }

  async #end(signal: (pid: number) => void): Promise<void> {
    const host = this.#host
    if (host?.pid === undefined || host.exitCode !== null || host.signalCode !== null) return
    const exited = once(host, 'exit')
    signal(host.pid)
    await exited
  }

  get ending(): Ending | undefined {
    return readJournal(this.#order.journal).at(-1)?.ending
  }

  /** What all hosts have put into the journal. */
  get lines(): Line[] {
    return readJournal(this.#order.journal).flatMap(({ lines }) => lines)
  }

  /** What the process has written. */
  get written(): string {
    return readFileSync(join(this.folder, '1.stdout'), 'utf8')
  }

  async end(): Promise<void> {
    await this.kill()
    await within(ENDS_WITHIN, this.#close())
    await clear(this.#root)
  }

  async #close(): Promise<void> {
    const transport = await adoptDurable(this.folder, 1, { waits: { afterEndOfInput: 100 } })
    await transport.close()
  }
}
