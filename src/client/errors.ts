import type { Ending } from '../process/transport.ts'
import { type ErrorCode, FairleadError } from '../protocol/errors.ts'
import type { ResultMessage } from '../protocol/messages/result.ts'
import { isAtLeast } from '../protocol/version.ts'
import { resultText } from '../state/turns/result.ts'
import type { ProcessDetails } from './ledger.ts'

/** The first version that speaks the protocol as Fairlead needs it. */
const OLDEST = '2.0.0'
/** The second for what is no id: it could be a title. */
const NO_CONVERSATION = /No conversation found|does not match any session title/
const UNKNOWN_OPTION = /unknown option '?(--?[\w-]+)/

/** The process is gone, and with it everything that was still awaited. */
export class SessionEndedError extends FairleadError {
  readonly ending: Ending
  /** The last result, if it was an error, which often explains more than the exit code. */
  readonly lastError: ResultMessage | undefined

  constructor(ending: Ending, lastError?: ResultMessage, process: ProcessDetails = {}) {
    const reason = lastError ? resultText(lastError) : ''
    const code = codeOf(ending, reason, process)
    super(code, describeEnding(ending, reason, process, ADVICE[code]))
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

const ADVICE: Readonly<Partial<Record<ErrorCode, string>>> = {
  'cli-too-old': `Fairlead needs Claude Code ${OLDEST} or newer: update it, or name another \`binary\`.`,
  'session-not-found':
    'There is no such conversation in this folder: `resume` takes the id of one that was held there.',
  'bad-flag': 'This version of the CLI does not know the flag: look at `extraArgs`, or update the CLI.',
}

function codeOf({ cause, exitCode, stderr }: Ending, reason: string, { version }: ProcessDetails): ErrorCode {
  if (cause !== 'exit' || exitCode === 0) return 'ended'
  if (NO_CONVERSATION.test(`${reason}\n${stderr}`)) return 'session-not-found'
  if (!UNKNOWN_OPTION.test(stderr)) return 'ended'
  return version !== undefined && !isAtLeast(version, OLDEST) ? 'cli-too-old' : 'bad-flag'
}

function describeEnding(
  { cause, exitCode, signal, stderr, error }: Ending,
  reason: string,
  { agent, version }: ProcessDetails,
  advice?: string,
): string {
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
  const which = [version, agent].filter((it) => it !== undefined).join(', ')
  const tail = stderr.trim().split('\n').slice(-5).join('\n')
  return [
    `the CLI${which && ` (${which})`} ${how}`,
    ...(reason ? [reason] : []),
    ...(tail ? [`stderr: ${tail}`] : []),
    ...(advice ? [advice] : []),
  ].join('\n')
}
