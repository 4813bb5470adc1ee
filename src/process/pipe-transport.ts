/**
 * A process on pipes. `spawnPipes` starts it; it ends by itself, by `close()` (see close-ladder.ts), or with this program
 * (exit-guard.ts).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'
import { LineFramer, type LineFramerOptions } from '../protocol/lines.ts'
import { type CloseWaits, closeByLadder } from './close-ladder.ts'
import { descendantsOf, endAll, findDescendants, type ProcessId } from './descendants.ts'
import { guard, unguard } from './exit-guard.ts'
import { type ExitStatus, exitStatus } from './exit-status.ts'
import { innerProcess } from './isolation/inner-process.ts'
import { type Isolation, isolatedCommand } from './isolation/isolation.ts'
import { spawnWithoutStrays } from './isolation/stray-handles.ts'
import { secretsIn } from './redact.ts'
import { StderrTail } from './stderr-tail.ts'
import type { Ending, Receiver, Transport } from './transport.ts'

export type { CloseWaits } from './close-ladder.ts'

export interface SpawnOptions extends LineFramerOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** Stderr as it comes, secrets and all. */
  readonly onStderr?: (text: string) => void
  readonly waits?: CloseWaits
  /** Hides folders from the process. */
  readonly isolation?: Isolation
}

const PIPES: ['pipe', 'pipe', 'pipe'] = ['pipe', 'pipe', 'pipe']
/** As much as Node reads at once: probably there is more. */
const FULL_READ = 64 * 1024
/** After so many full reads other pipes get their turn: fewer cost throughput, more delay the others. */
const READS_IN_A_ROW = 4
/** How long to wait for a stdout that a descendant keeps open after the process has exited. */
const AFTER_EXIT = 1000
/** How long to wait for killed processes. */
const AFTER_KILL = 2000

export function spawnPipes(options: SpawnOptions): Transport {
  return new PipeTransport(options)
}

class PipeTransport implements Transport {
  readonly #child: ChildProcess
  readonly #framer: LineFramer
  readonly #stderr: StderrTail
  readonly #waits: CloseWaits | undefined
  readonly #ended: Promise<Ending>
  #receiver: Receiver | undefined
  #fullReads = 0
  /** The reader has paused. */
  #isHeld = false
  #cause: Ending['cause'] = 'exit'
  #closing = false
  #left: ProcessId[] = []
  readonly #isIsolated: boolean

  constructor({ command, args, cwd, env, onStderr, waits, isolation, ...framing }: SpawnOptions) {
    this.#isIsolated = isolation !== undefined
    this.#framer = new LineFramer(framing)
    this.#stderr = new StderrTail({ secrets: () => secretsIn(env) })
    this.#waits = waits
    // A session of its own: ctrl-c in a terminal reaches this program alone, which then decides.
    const options = { cwd, env, detached: process.platform !== 'win32', stdio: PIPES }
    if (isolation === undefined) this.#child = spawn(command, args, options)
    else {
      const launched = isolatedCommand({ command, args, cwd }, isolation)
      this.#child = spawnWithoutStrays(launched.command, launched.args, options)
    }
    if (this.#child.pid !== undefined) guard(this.#child.pid)
    const decoder = new StringDecoder('utf8')
    this.#child.stderr?.on('data', (bytes: Buffer) => {
      this.#stderr.push(bytes)
      onStderr?.(decoder.write(bytes))
    })
    // A write to a process that has ended fails with EPIPE: `send` rejects, and the ending has the reason.
    this.#child.stdin?.on('error', () => {})
    this.#ended = this.#watch()
  }

  get pid(): number | undefined {
    return this.#inner?.pid ?? this.#child.pid
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver
    this.#child.stdout?.on('data', (bytes: Buffer) => {
      const lines = this.#framer.push(bytes)
      if (lines.length > 0) receiver.lines(lines)
      if (bytes.length >= FULL_READ && ++this.#fullReads % READS_IN_A_ROW === 0) this.#giveWay()
    })
  }

  send(line: string): Promise<void> {
    const stdin = this.#child.stdin
    if (!stdin?.writable) return Promise.reject(new Error('the input of the process is closed'))
    return new Promise((resolve, reject) => {
      stdin.write(line, (error) => (error ? reject(error) : resolve()))
    })
  }

  pause(): void {
    this.#isHeld = true
    this.#child.stdout?.pause()
  }

  resume(): void {
    this.#isHeld = false
    this.#child.stdout?.resume()
  }

  endInput(): void {
    this.#child.stdin?.end()
  }

  signal(name: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void {
    const pid = this.#runningPid
    if (pid !== undefined) this.#left.push(...descendantsOf(pid))
    this.#signal(name)
  }

  #signal(name: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void {
    if (name !== 'SIGINT' && !this.#closing) this.#cause = 'kill'
    const inner = this.#inner
    if (inner) killAs(inner, name)
    // SIGINT would end bubblewrap, and all with it.
    else if (name !== 'SIGINT' || !this.#isIsolated) this.#child.kill(name)
  }

  /** The program in bubblewrap. */
  get #inner(): ProcessId | undefined {
    const pid = this.#runningPid
    return this.#isIsolated && pid !== undefined ? innerProcess(pid) : undefined
  }

  async close(): Promise<Ending> {
    if (this.#closing) return this.#ended
    this.#closing = true
    if (this.#runningPid !== undefined && this.#cause === 'exit') this.#cause = 'close'
    // A reader that has paused must not keep the process from writing its last lines and ending.
    this.resume()
    return closeByLadder(
      {
        ended: this.#ended,
        collect: () => this.#collect(),
        endInput: () => this.endInput(),
        signal: (name) => this.#signal(name),
      },
      this.#waits,
    )
  }

  /** Node would read up to 32 times before it turns to another pipe, and delay a quiet session that long. */
  #giveWay(): void {
    const stdout = this.#child.stdout
    if (!stdout || this.#isHeld) return
    stdout.pause()
    setImmediate(() => {
      if (!this.#isHeld) stdout.resume()
    })
  }

  async #collect(): Promise<void> {
    const pid = this.#runningPid
    if (pid !== undefined) this.#left.push(...(await findDescendants(pid)))
  }

  /** Another process may have the pid of one that has ended. */
  get #runningPid(): number | undefined {
    const { pid, exitCode, signalCode } = this.#child
    return exitCode === null && signalCode === null ? pid : undefined
  }

  async #watch(): Promise<Ending> {
    const child = this.#child
    const error = await new Promise<Error | undefined>((resolve) => {
      child.once('error', resolve)
      child.once('exit', () => resolve(undefined))
    })
    if (error === undefined) await this.#drained()
    if (child.pid !== undefined) unguard(child.pid)
    await endAll(this.#left, AFTER_KILL)
    const last = this.#framer.end()
    if (last.length > 0) this.#receiver?.lines(last)
    const ending: Ending = {
      cause: error ? 'spawn' : this.#cause,
      ...this.#exitStatus,
      stderr: this.#stderr.text(),
      ...(error && { error }),
    }
    this.#receiver?.closed(ending)
    return ending
  }

  /** Bubblewrap reports a signal as a shell does. */
  get #exitStatus(): ExitStatus {
    const { exitCode, signalCode: signal } = this.#child
    return this.#isIsolated && exitCode !== null ? exitStatus(exitCode) : { exitCode, signal }
  }

  /** Waits for the last lines, as long as the reader has paused. */
  async #drained(): Promise<void> {
    const stdout = this.#child.stdout
    if (!stdout || stdout.closed) return
    await new Promise<void>((resolve) => {
      stdout.once('close', resolve)
      const giveUp = () => {
        if (stdout.isPaused()) stdout.once('resume', () => setTimeout(giveUp, AFTER_EXIT))
        else resolve()
      }
      setTimeout(giveUp, AFTER_EXIT).unref()
    })
  }
}

function killAs({ pid }: ProcessId, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone in the meantime.
  }
}
