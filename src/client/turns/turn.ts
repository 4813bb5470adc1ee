import type { ResultMessage } from '../../protocol/messages/result.ts'
import type { UserInput } from '../../protocol/stdin.ts'
import { resultStatus, resultText } from '../../state/turn-result.ts'

export type TurnState = 'held' | 'sent' | 'accepted' | 'started' | 'done'

/** What became of a prompt. */
export interface TurnResult {
  /**
   * `interrupted` is not an error. `cancelled`: it was taken out of the queue before it ran. `already-run`: the CLI
   * had this uuid from an earlier process and does not run it again; its answer is in the transcript.
   */
  readonly status: 'success' | 'error' | 'interrupted' | 'cancelled' | 'already-run'
  /** The final text; in an error, the reason. */
  readonly text: string
  /** With `jsonSchema`: the answer in that form. A model may fail to give one. */
  readonly structuredOutput?: unknown
  /** The CLI's message. Several prompts may share one. */
  readonly message?: ResultMessage
}

/** A prompt and its fate. Results are not one to one with prompts: prompts may be folded into a turn, or merged. */
export class Turn {
  readonly uuid: string
  /** What is, or will be, written. A held prompt can still be edited. */
  input: UserInput
  state: TurnState
  /** The result that covered this prompt. Rejects only when the process ends before there is one. */
  readonly result: Promise<TurnResult>
  #resolve: (result: TurnResult) => void = () => {}
  #reject: (error: Error) => void = () => {}

  constructor(input: UserInput & { uuid: string }, state: 'held' | 'sent') {
    this.uuid = input.uuid
    this.input = input
    this.state = state
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    // Whoever is interested awaits it; a prompt that nobody awaits must not end the program.
    this.result.catch(() => {})
  }

  settle(result: TurnResult): void {
    this.state = 'done'
    this.#resolve(result)
  }

  fail(error: Error): void {
    this.state = 'done'
    this.#reject(error)
  }
}

/** `interrupted`: the turn's messages held the marker of an interrupt, which old CLIs tell in no other way. */
export function turnResult(message: ResultMessage, interrupted: boolean): TurnResult {
  const status = resultStatus(message, interrupted)
  if (status === 'interrupted') return { status, text: message.result ?? '', message }
  const { structured_output: structuredOutput } = message
  return {
    status,
    text: resultText(message),
    ...(structuredOutput !== undefined && { structuredOutput }),
    message,
  }
}

/** A model was asked and went well, and did not answer in the form asked for. */
export function lacksStructuredOutput(message: ResultMessage): boolean {
  return !message.is_error && message.num_turns !== 0 && message.structured_output === undefined
}
