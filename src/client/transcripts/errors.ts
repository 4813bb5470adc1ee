import { FairleadError } from '../../process/errors.ts'

/** There is no transcript of that session where it was looked for. */
export class TranscriptNotFoundError extends FairleadError {
  readonly sessionId: string
  /** Paths; a `*` stands for every project. */
  readonly looked: readonly string[]

  constructor(sessionId: string, looked: readonly string[]) {
    super('transcript-not-found', `no transcript of session ${sessionId}; looked for ${looked.join(', ')}`)
    this.sessionId = sessionId
    this.looked = looked
  }
}

/** Session ids become file names, so only UUIDs are accepted. */
export class BadSessionIdError extends FairleadError {
  constructor(id: unknown) {
    const shown = typeof id === 'string' ? JSON.stringify(id.slice(0, 80)) : `a ${typeof id}`
    super('bad-session-id', `a session id is a UUID, not ${shown}`)
  }
}
