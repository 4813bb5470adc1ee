import { FairleadError } from '../process/errors.ts'
import type { Ending } from '../process/transport.ts'
import type { ResultMessage } from '../protocol/messages/result.ts'
import { resultText } from '../state/turn-result.ts'

/** The CLI answered a control request with an error. */
export class ControlRequestError extends FairleadError {
  readonly subtype: string

  constructor(subtype: string, message: string, code: 'control-error' | 'unsupported') {
    super(code, `${subtype}: ${message}`)
    this.subtype = subtype
  }
}

/** The CLI did not answer a control request in time. Whether it acted on it is not known. */
export class ControlTimeoutError extends FairleadError {
  constructor(subtype: string, ms: number) {
    super(
      'control-timeout',
      `the CLI did not answer ${subtype} within ${ms} ms; whether it acted on it is not known`,
    )
  }
}

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

/** The approval has its answer already. */
export class AlreadyAnsweredError extends FairleadError {
  constructor(answer: string) {
    super('already-answered', `the approval was answered already (${answer}); the first answer counts`)
  }
}

/** What was asked for cannot be sent: the CLI would end or hang on it. */
export class BadRequestError extends FairleadError {
  constructor(message: string) {
    super('bad-request', message)
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
