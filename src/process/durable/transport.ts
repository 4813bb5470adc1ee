/**
 * What a host has of a durable process: lines to its FIFO, and the lines of its output file, each with its place there.
 * `startDurable` and `adoptDurable` make it. It ends with the process, or with `detach`, which leaves the process to the
 * next host; so does the host's death. It is never registered with the exit guard.
 *
 * The end of the process is seen in the file that its holder writes. When all of the holder was killed first, it is
 * seen in the process table, and how it ended stays unknown. All that the process has written comes before `closed`.
 */
import { StringDecoder } from 'node:string_decoder'
import type { Line, LineFramerOptions } from '../../protocol/lines.ts'
import { type CloseWaits, closeByLadder, endsWithin } from '../close-ladder.ts'
import {
  descendantsOf,
  endAll,
  findDescendants,
  isKnownToRun,
  isRunning,
  type ProcessId,
} from '../descendants.ts'
import { innerProcess } from '../isolation/inner-process.ts'
import { continueTrees, isSuspended } from '../suspend.ts'
import type { Ending, Receiver, Transport } from '../transport.ts'
import { type ExitOutcome, lookAt } from './exit-outcome.ts'
import { type DurableFiles, type DurableRecord, exists, mark, sizeOf } from './files.ts'
import { DurableInput } from './input.ts'
import { GrowingFile, PIECE_BYTES, PlacedFramer, type PlacedLines } from './output.ts'
import { stderrText } from './stderr.ts'
import { DurableWatch, type Sight } from './watch.ts'

/** A receiver of other transports will do. */
export interface DurableReceiver extends Pick<Receiver, 'closed'> {
  /** `ends` has, for each line, the offset after it: a host that has stored the line continues from there. */
  lines(batch: readonly Line[], ends: readonly number[]): void
  /** The holder was killed: from now on the input of the process ends with the host. */
  unheld?(): void
  /** Its output can no longer be read, so it is being ended. `closed` follows, with the same error. */
  damaged?(problem: Error): void
}

export interface DurableTransport extends Transport {
  readonly generation: number
  /** The offset after the last line that was delivered. */
  readonly offset: number
  /** False once the process has ended, even if its last lines are not delivered yet. */
  readonly isAlive: boolean
  /** It outlives this host. */
  readonly isHeld: boolean
  readonly isIsolated: boolean
  /** A host was killed while it wrote a long line: half of it may be in the FIFO, and another line would end the CLI. */
  readonly isInputTorn: boolean
  /** What `suspendTrees` stops, with all that it started. Undefined once it ends, or is left to another host. */
  readonly top: ProcessId | undefined
  /** It is stopped: by this host, or by an earlier one. */
  readonly isSuspended: boolean
  start(receiver: DurableReceiver): void
  /** Leaves the process to the next host. Lines that are not begun are refused; nothing more is delivered. */
  detach(): Promise<void>
}

export interface DurableTransportOptions extends LineFramerOptions {
  /** Where in stdout to begin: after a line. Default: at its beginning. */
  readonly offset?: number
  readonly waits?: CloseWaits
  /** Stderr as it comes, secrets and all. */
  readonly onStderr?: (text: string) => void
  /** Where in stderr to begin. Default: where it ends now. */
  readonly stderrOffset?: number
  /** Values that must not be shown in the tail of stderr. */
  readonly secrets?: readonly string[]
}

/** What is killed is gone as soon as the system gets to it. */
const AFTER_KILL = 2000
/** How long `detach` waits for a line that is half written. */
const HALF_LINE_MS = 1000

export class DurableProcess implements DurableTransport {
  readonly generation: number
  readonly isIsolated: boolean
  readonly #files: DurableFiles
  readonly #record: DurableRecord | undefined
  /** Of an isolated one: the CLI itself. */
  #inner: ProcessId | undefined
  readonly #options: DurableTransportOptions
  readonly #input: DurableInput
  readonly #output: GrowingFile
  readonly #framer: PlacedFramer
  readonly #ended: Promise<Ending>
  #tellEnded: (ending: Ending) => void = () => {}
  readonly #readStderr: (() => void) | undefined
  #receiver: DurableReceiver | undefined
  #watch: DurableWatch | undefined
  #next: NodeJS.Immediate | undefined
  #outcome: ExitOutcome | undefined
  #cause: Ending['cause'] | undefined
  #problem: Error | undefined
  #isHeld = true
  #isPaused = false
  #isClosing = false
  #isDetached = false
  #isOver = false
  #inputEnds = false
  readonly #left: ProcessId[] = []

  constructor(
    files: DurableFiles,
    generation: number,
    record: DurableRecord | undefined,
    options: DurableTransportOptions,
  ) {
    const { offset = 0, onStderr, stderrOffset = sizeOf(files.stderr) } = options
    this.generation = generation
    this.#files = files
    this.#record = record
    this.#options = options
    this.isIsolated = exists(files.isolated)
    this.#look(isRunning)
    this.#input = new DurableInput(files)
    this.#output = new GrowingFile(files.stdout, offset)
    this.#framer = new PlacedFramer(offset, options)
    this.#readStderr = onStderr && stderrReader(files.stderr, stderrOffset, onStderr)
    this.#ended = new Promise((resolve) => {
      this.#tellEnded = resolve
    })
    // The host that ended the input may have died before it could tell the holder.
    if (exists(files.inputEnded)) this.#letInputGo()
  }

  get pid(): number | undefined {
    return this.#cli?.pid
  }

  get offset(): number {
    return this.#framer.offset
  }

  get isAlive(): boolean {
    return this.#outcome === undefined
  }

  get isHeld(): boolean {
    return this.#isHeld && this.isAlive
  }

  get isInputTorn(): boolean {
    return this.#input.isTorn
  }

  get top(): ProcessId | undefined {
    return this.isAlive && !this.#isClosing && !this.#isOver ? this.#record?.cli : undefined
  }

  get isSuspended(): boolean {
    return this.top !== undefined && isSuspended(this.top)
  }

  start(receiver: DurableReceiver): void {
    this.#receiver = receiver
    if (this.#isOver) void this.#ended.then((ending) => receiver.closed(ending))
    this.#begin()
    // What happened before there was a watch is not seen by it.
    this.#look()
    this.#pullSoon()
  }

  send(line: string): Promise<void> {
    return this.#input.send(line)
  }

  /** The process is not made to wait: its file takes what it writes. */
  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#pullSoon()
  }

  endInput(): void {
    if (this.#inputEnds) return
    this.#inputEnds = true
    void this.#input.end().then(() => this.#letInputGo())
  }

  signal(name: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void {
    const pid = this.#pidToCollect
    if (pid !== undefined) this.#left.push(...descendantsOf(pid))
    this.#signal(name)
  }

  #signal(name: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void {
    this.#look()
    if (name !== 'SIGINT' && this.isAlive) this.#cause ??= 'kill'
    const cli = this.#cli
    // It would end bubblewrap, and all with it.
    if (name === 'SIGINT' && cli === this.#record?.cli && this.isIsolated) return
    this.#kill(cli, name)
  }

  async close(): Promise<Ending> {
    if (this.#isDetached) throw new Error('the process was left to another host')
    if (this.#isClosing || this.#isOver) return this.#ended
    // Stopped, it could neither see the end of its input nor end by SIGTERM. It may be about to stop.
    if (this.isSuspended) continueTrees(this.#record ? [this.#record.cli] : [])
    else this.#kill(this.#record?.cli, 'SIGCONT')
    this.#isClosing = true
    this.#look()
    if (this.isAlive) this.#cause ??= 'close'
    this.#begin()
    // A reader that has paused must not keep the last lines back.
    this.resume()
    if (this.#receiver === undefined) this.#pullSoon()
    return closeByLadder(
      {
        ended: this.#ended,
        collect: () => this.#collect(),
        endInput: () => this.endInput(),
        signal: (name) => {
          this.#signal(name)
          if (name === 'SIGKILL') void this.#dropHolder()
        },
      },
      this.#options.waits,
    )
  }

  async detach(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    this.#isDetached = true
    this.#stopWatching()
    await this.#input.detach(HALF_LINE_MS)
  }

  #begin(): void {
    if (this.#isOver) return
    this.#watch ??= new DurableWatch(this.#files, (what) => this.#see(what))
  }

  #see(what: Sight): void {
    if (what === 'stderr') {
      this.#readStderr?.()
      return
    }
    if (what !== 'stdout') this.#look()
    if (what === 'anything') this.#readStderr?.()
    this.#pull()
  }

  #look(runs?: (process: ProcessId) => boolean): void {
    if (this.#outcome !== undefined) return
    try {
      const look = lookAt(this.#files, this.#record, runs)
      if (look.state === 'ended') this.#outcome = look.outcome
      if (look.state !== 'unheld' || !this.#isHeld) return
      this.#isHeld = false
      this.#receiver?.unheld?.()
    } catch {
      // The check failed, for example with too many open files. It is repeated soon.
    }
  }

  #pullSoon(): void {
    if (this.#isOver) return
    this.#next ??= setImmediate(() => {
      this.#next = undefined
      this.#pull()
    })
  }

  /** Delivers the lines of the next piece of output. One piece at a time, so that other work is not held up. */
  #pull(): void {
    if (this.#isOver || this.#isPaused || this.#next !== undefined) return
    // Known before the file is read: what comes then is all there is.
    const isGone = this.#outcome !== undefined
    const count = this.#receiver === undefined ? 0 : this.#pullPiece()
    if (count === PIECE_BYTES) this.#pullSoon()
    else if (isGone && count !== undefined && !this.#isPaused) void this.#finish()
  }

  #pullPiece(): number | undefined {
    const bytes = this.#output.read()
    const { damage } = this.#output
    if (damage !== undefined) this.#endDamaged(damage)
    const count = bytes?.length
    if (!bytes || !count) return count
    this.#watch?.stir()
    this.#tell(this.#framer.push(bytes))
    return count
  }

  /** Nobody would know what it does from now on. */
  #endDamaged(damage: string): void {
    if (!this.isAlive || this.#isClosing || this.#problem) return
    this.#problem = new Error(`its output file ${damage} while it ran`)
    this.#cause ??= 'kill'
    this.#receiver?.damaged?.(this.#problem)
    void this.close()
  }

  #tell({ lines, ends }: PlacedLines): void {
    if (lines.length > 0) this.#receiver?.lines(lines, ends)
  }

  async #finish(): Promise<void> {
    if (this.#isOver || this.#outcome === undefined) return
    this.#isOver = true
    this.#stopWatching()
    this.#input.destroy()
    this.#tell(this.#framer.end())
    // The holder has done its work, and is gone a moment later than the process.
    const { holder, waiter } = this.#record ?? {}
    await endAll([...this.#left, ...(holder && waiter ? [holder, waiter] : [])], AFTER_KILL)
    this.#readStderr?.()
    const stderr = stderrText(this.#files.stderr, this.#options.secrets ?? [])
    const cause = this.#outcome.cause === 'exit' ? this.#cause : undefined
    const error = this.#problem && { error: this.#problem }
    const ending: Ending = { ...this.#outcome, ...(cause && { cause }), ...error, stderr }
    this.#receiver?.closed(ending)
    this.#tellEnded(ending)
  }

  #stopWatching(): void {
    this.#watch?.close()
    if (this.#next) clearImmediate(this.#next)
    this.#next = undefined
  }

  /** No writer is left when the holder lets go too: the process reads to the end of what was written, then its end. */
  #letInputGo(): void {
    if (!this.isAlive) return
    try {
      mark(this.#files.inputEnded)
    } catch {
      // Only the next host would miss it.
    }
    this.#kill(this.#record?.holder, 'SIGUSR1')
  }

  /** The process is killed. A holder that does not report it is no longer needed. */
  async #dropHolder(): Promise<void> {
    if (await endsWithin(this.#ended, AFTER_KILL)) return
    if (this.#record === undefined || isKnownToRun(this.#record.cli)) return
    this.#kill(this.#record.waiter, 'SIGKILL')
    this.#kill(this.#record.holder, 'SIGKILL')
  }

  /** To which signals go. Of an isolated one that is just being started, or ends, only bubblewrap is known. */
  get #cli(): ProcessId | undefined {
    const cli = this.#record?.cli
    if (!this.isIsolated || cli === undefined) return cli
    if (this.isAlive) this.#inner ??= isKnownToRun(cli) ? innerProcess(cli.pid) : undefined
    return this.#inner ?? cli
  }

  async #collect(): Promise<void> {
    const pid = this.#pidToCollect
    if (pid !== undefined) this.#left.push(...(await findDescendants(pid)))
  }

  /** Of the CLI, or of bubblewrap, as long as what it has started can be found. */
  get #pidToCollect(): number | undefined {
    const cli = this.#record?.cli
    return cli && this.isAlive && isKnownToRun(cli) ? cli.pid : undefined
  }

  #kill(id: ProcessId | undefined, signal: NodeJS.Signals): void {
    if (id === undefined || !this.isAlive || !isKnownToRun(id)) return
    try {
      process.kill(id.pid, signal)
    } catch {
      // Gone in the meantime.
    }
  }
}

/** Tells what was added to the file since it was last called. */
function stderrReader(path: string, offset: number, tell: (text: string) => void): () => void {
  const file = new GrowingFile(path, offset)
  const decoder = new StringDecoder('utf8')
  return () => {
    for (let bytes = file.read(); bytes && bytes.length > 0; bytes = file.read()) tell(decoder.write(bytes))
  }
}
