/** The API passes the message on to the client: it says what to do. */
export class GitError extends Error {
  override readonly name = 'GitError'
  readonly code: 'missing' | 'too-old' | 'timed-out' | 'too-much' | 'cancelled' | 'no-repository' | 'failed'

  constructor(code: GitError['code'], message: string) {
    super(message)
    this.code = code
  }
}
