import type { Ending } from '../process/transport.ts'
import { FairleadError } from '../protocol/errors.ts'
import type { ResultMessage } from '../protocol/messages/result.ts'
import { resultText } from '../state/turns/result.ts'

/** The process is gone, and with it everything that was still awaited. */
export class SessionEndedError extends FairleadError {
  readonly ending: Ending
  /** The last result, if it was an error, which often tells the cause better than the exit code. */
  readonly lastError: ResultMessage | undefined

  constructor(ending: Ending, lastError?: ResultMessage) {
    super('ended', describeEnding(ending, lastError))
    this.ending = ending
    this.lastError = lastError
  }
}

/** The session was closed by its owner. */
export class SessionClosedError extends FairleadError {
  constructor(what: string) {
    super('closed', `cannot ${what}: the session is closed`)
  }
}

function describeEnding({ cause, exitCode, signal, stderr, error }: Ending, last?: ResultMessage): string {
  const how = {
    spawn: `could not be started: ${error?.message ?? 'unknown reason'}`,
    close: 'was closed',
    kill: `was ended with ${signal ?? 'a signal'}`,
    exit: signal
      ? `was terminated by signal ${signal}`
      : exitCode === 0
        ? 'ended without a result'
        : `exited with code ${exitCode}`,
  }[cause]
  const reason = last && resultText(last)
  const tail = stderr.trim().split('\n').slice(-5).join('\n')
  return [`the CLI ${how}`, ...(reason ? [reason] : []), ...(tail ? [`stderr: ${tail}`] : [])].join('\n')
}
