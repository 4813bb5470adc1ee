/** Why git could not answer. The API gives the message on as it is: it says what to do. */
export class GitError extends Error {
  override readonly name = 'GitError'
  readonly code: 'missing' | 'too-old' | 'timed-out' | 'too-much' | 'cancelled' | 'failed'

  constructor(code: GitError['code'], message: string) {
    super(message)
    this.code = code
  }
}
