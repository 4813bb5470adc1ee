/**
 * What the driver needs from its surroundings. The library and the host differ in these and in nothing else: where events
 * are kept, who answers, and what a process is.
 */
import type { CliRequest } from '../protocol/control/to-host.ts'
import type { StdinMessage, UserInput } from '../protocol/stdin.ts'
import type { EventBody } from '../state/events.ts'
import type { SessionState } from '../state/session-state.ts'
import type { OpenPrompt } from '../state/turns/prompts.ts'
import type { OpenRequest } from './cli-requests.ts'

/** A line for the CLI, and what is recorded with it. */
export interface Post<Extras> {
  readonly kind: 'prompt' | 'request' | 'answer'
  /** The prompt's uuid, or the request's id. */
  readonly id: string
  readonly message: StdinMessage
  /** The message as text. */
  readonly line: string
  /** Recorded before it. */
  readonly facts?: readonly EventBody[]
  /** What the ledger keeps with it: a receipt, say. */
  readonly extras?: Extras
  /** Nobody asked for it just now: the driver sends it by itself. */
  readonly isOwn?: boolean
  /** Called when it is recorded, before it is written. */
  readonly onRecorded?: () => void
}

/** Where the events of a session are kept. */
export interface Ledger<Extras> {
  /** Folded from every event so far. */
  readonly state: SessionState
  /** The session is at rest and its state is not in memory: to look at it would read it again. */
  readonly isUnloaded?: boolean
  /** Records that the message is sent, then writes it. Rejects if it could not be recorded. */
  post(post: Post<Extras>): Promise<void>
  record(facts: readonly EventBody[], extras?: Extras): Promise<void>
}

export interface Clock {
  now(): number
  /** Calls back once; the result cancels. `isQuiet`: does not keep the program alive. */
  after(ms: number, call: () => void, options?: { readonly isQuiet?: boolean }): () => void
}

export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGKILL'

/** An answer to a request of the CLI. Undefined if the answer comes later, or never. */
export type RequestAnswer<Extras> =
  | {
      readonly response: object
      /** Who decides, if it is for a person to decide. */
      readonly by?: string
      readonly facts?: readonly EventBody[]
      readonly extras?: Extras
    }
  | undefined

/** Who answers the CLI: handlers in code, or policies and remote clients. */
export interface DriverPorts<Extras> {
  readonly ledger: Ledger<Extras>
  readonly clock: Clock
  /** A random id. */
  readonly newId: () => string
  /** Called once for each request of the CLI that the driver does not answer by itself. A throw becomes an error answer. */
  readonly answer: (
    request: CliRequest,
    open: OpenRequest,
  ) => RequestAnswer<Extras> | Promise<RequestAnswer<Extras>>
  readonly signal: (signal: Signal) => void
  /** A request was sent: until it has this answer, the output of the CLI must be read. */
  readonly onCall?: (answer: Promise<unknown>) => void
  /** The process can answer now: it is not suspended, closing, or held up by a slow reader. */
  readonly canProbe: () => boolean
  /** A held prompt may be sent now. */
  readonly mayRelease: () => boolean
  /** The message of a held prompt. */
  readonly promptMessage: (prompt: OpenPrompt) => UserInput & { readonly uuid: string }
  /** Something that the driver did by itself could not be recorded. */
  readonly onError: (error: Error) => void
}
