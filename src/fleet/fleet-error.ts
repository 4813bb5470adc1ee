/** What can be wrong between a node and its fleet. */
export type FleetProblem =
  /** No server answers, or the connection is down. */
  | 'unreachable'
  /** The server refuses the credentials, or what they may do. */
  | 'credentials'
  /** The server runs without JetStream, or the account may not use it. */
  | 'no-jetstream'
  /** The server would not encrypt. */
  | 'no-tls'
  /** Nobody listens under this node's name. */
  | 'no-node'
  /** The node listens, and did not answer in time. */
  | 'no-answer'
  /** The server has no room left. */
  | 'full'
  /** The optional packages are not installed. */
  | 'not-installed'
  | 'other'

/** Something failed between this node and its fleet. `problem` says what; the message is for a person. */
export class FleetError extends Error {
  override readonly name = 'FleetError'
  readonly problem: FleetProblem

  constructor(problem: FleetProblem, message: string, cause?: unknown) {
    super(message, { cause })
    this.problem = problem
  }
}
