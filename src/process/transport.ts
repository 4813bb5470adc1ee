/**
 * Carries whole lines to and from one process, and reports how the process ended. Its maker (`spawnPipes`, `memoryPair`)
 * opens it, its one reader starts it, and `close()` or the process ends it. `closed` is called exactly once, after the last
 * line.
 */
import type { Line } from '../protocol/lines.ts'

/** How a process ended. The first cause wins: a process that exits because it was closed ended by `close`. */
export interface Ending {
  /** `exit`: by itself. `close`: by `close()`. `kill`: by a signal of this program. `spawn`: it could not be started. */
  readonly cause: 'exit' | 'close' | 'kill' | 'spawn'
  readonly exitCode: number | null
  readonly signal: string | null
  /** Nobody saw how it ended: neither exit code nor signal are known. */
  readonly unseen?: true
  /** The end of its stderr, without secrets. */
  readonly stderr: string
  /** Why it could not be started, or had to be killed. */
  readonly error?: Error
}

/** What a transport reports to. */
export interface Receiver {
  /** The lines that arrived together, in order. */
  lines(batch: readonly Line[]): void
  closed(ending: Ending): void
}

/** The connection to a process of the CLI. Implement it to run the CLI somewhere else. */
export interface Transport {
  readonly pid: number | undefined
  /** Begins to read. Called once. */
  start(receiver: Receiver): void
  /** Writes one line (with its line end). Resolves when the line is written; a slow process delays it. */
  send(line: string): Promise<void>
  /** Stops reading: the process blocks when its pipe is full. Nothing is lost. */
  pause(): void
  resume(): void
  /** Closes the input of the process. */
  endInput(): void
  /** Sends a signal to the process, if there is one. */
  signal(name: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void
  /** Ends the process, by force if needed. Resolves when it has ended; may be called again. */
  close(): Promise<Ending>
}
