/**
 * A transport carries whole lines to and from one process, and says how that process ended. It is opened by whoever
 * makes it (`spawnPipes`, `memoryPair`), started once by its one reader, and ended by `close()` or by the process
 * itself. Whatever ends it, `closed` comes exactly once, after the last line.
 */
import type { Line } from '../protocol/lines.ts'

/** How a process ended. The first cause wins: a process that exits because it was closed ended by `close`. */
export interface Ending {
  /** `exit`: by itself. `close`: it was asked to. `kill`: it was made to. `spawn`: it never ran. */
  readonly cause: 'exit' | 'close' | 'kill' | 'spawn'
  readonly exitCode: number | null
  readonly signal: string | null
  /** It ended, and nobody was left who could have seen how: neither exit code nor signal are known. */
  readonly unseen?: true
  /** The last that it wrote to stderr, without secrets. */
  readonly stderr: string
  /** What the operating system said when it could not be started, or why it had to be ended. */
  readonly error?: Error
}

export interface Receiver {
  /** Lines in order, as many as came at once. */
  lines(batch: readonly Line[]): void
  closed(ending: Ending): void
}

export interface Transport {
  readonly pid: number | undefined
  /** Begins to read. Called once. */
  start(receiver: Receiver): void
  /** Writes one line (with its line end). Resolves when it was taken; a slow reader on the other side makes it wait. */
  send(line: string): Promise<void>
  /** Lets the other side wait: it blocks when its pipe is full. Nothing is lost. */
  pause(): void
  resume(): void
  /** Tells the other side that no more input comes. */
  endInput(): void
  /** A signal, where there is a process to take it. */
  signal(name: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void
  /** Ends it, by force if it must be. Resolves when it has ended; calling it again is harmless. */
  close(): Promise<Ending>
}
