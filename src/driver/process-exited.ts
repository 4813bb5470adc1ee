/** The end of a process as an event. */
import type { ProcessExited } from '../state/events.ts'

/** How a process ended, as its transport reports it. */
interface ProcessEnding {
  readonly cause: 'exit' | 'close' | 'kill' | 'spawn'
  readonly exitCode: number | null
  readonly signal: string | null
  /** Nobody saw how it ended. */
  readonly unseen?: true
  readonly stderr: string
  readonly error?: Error
}

export function processExited(generation: number, ending: ProcessEnding): ProcessExited {
  const { cause, exitCode, signal, stderr, error, unseen } = ending
  return {
    kind: 'process-exited',
    generation,
    // A process that was asked or forced to end has done so, whatever its exit status was.
    cause: unseen && cause === 'exit' ? 'unknown' : cause,
    exitCode,
    signal,
    ...(stderr !== '' && { stderr }),
    ...(error && { error: error.message }),
  }
}
