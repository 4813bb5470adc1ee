/** What the end of a process is as an event. */
import type { Ending } from '../process/transport.ts'
import type { EventBody } from '../state/events.ts'

export function processExited(generation: number, ending: Ending): EventBody & { kind: 'process-exited' } {
  const { cause, exitCode, signal, stderr, error, unseen } = ending
  return {
    kind: 'process-exited',
    generation,
    // One that was asked to end, or made to, has done so, whatever its exit status was.
    cause: unseen && cause === 'exit' ? 'unknown' : cause,
    exitCode,
    signal,
    ...(stderr !== '' && { stderr }),
    ...(error && { error: error.message }),
  }
}
