/** The base class of every error that Fairlead throws on purpose. Distinguish errors by `code`, which is stable. */
export class FairleadError extends Error {
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
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
