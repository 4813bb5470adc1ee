/** What went wrong, for programs. Codes are stable; messages are for people and may change. */
export type ErrorCode =
  | 'already-answered'
  | 'already-running'
  | 'approval-gone'
  | 'ask-failed'
  | 'bad-flag'
  | 'bad-options'
  | 'bad-request'
  | 'bad-scenario'
  | 'bad-schema'
  | 'bad-session-id'
  | 'binary-not-found'
  | 'cli-too-old'
  | 'closed'
  | 'control-error'
  | 'control-timeout'
  | 'cwd-missing'
  | 'durable-process'
  | 'ended'
  | 'isolation'
  | 'journal'
  | 'not-possible'
  | 'session-not-found'
  | 'transcript-not-found'
  | 'unsupported'

/** The base class of every error that Fairlead throws on purpose. Distinguish errors by `code`. */
export class FairleadError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.code = code
  }
}

/** The request cannot be sent: the CLI would end or hang on it, or do something unsafe. */
export class BadRequestError extends FairleadError {
  constructor(message: string) {
    super('bad-request', message)
  }
}

/** Invalid options, found before a process was started. */
export class OptionsError extends FairleadError {
  /** One sentence for each problem. */
  readonly problems: readonly string[]

  constructor(...problems: string[]) {
    super('bad-options', problems.join(' '))
    this.problems = problems
  }
}
