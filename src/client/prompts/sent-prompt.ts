import type { PromptInput } from '../../driver/prompt.ts'
import type { ResultMessage } from '../../protocol/messages/result.ts'
import { textIn } from '../../state/fields.ts'
import type { TurnFailure } from '../../state/turns/failure.ts'
import type { TurnResult } from '../../state/turns/result.ts'

/** How far a prompt has come. */
export type PromptState = 'held' | 'sent' | 'accepted' | 'started' | 'done'

/** What became of a prompt. Of an error, `failure` says what kind it is, and whether to try again. */
export type PromptResult = PromptOutcome & (PromptSuccess | PromptFailure)

/** A prompt that did not fail. */
export interface PromptSuccess {
  /**
   * `interrupted` is not an error. `cancelled`: it was taken out of the queue before it ran. `already-run`: the CLI
   * had this uuid from an earlier process and does not run it again; its answer is in the transcript.
   */
  readonly status: 'success' | 'interrupted' | 'cancelled' | 'already-run'
  readonly failure?: undefined
}
/** A prompt whose turn failed. */
export interface PromptFailure {
  readonly status: 'error'
  readonly failure: TurnFailure
}

/** What every result of a prompt has. */
export interface PromptOutcome {
  /** The final text; in an error, the reason. */
  readonly text: string
  /** With `jsonSchema`: the answer in that form. A model may fail to give one. */
  readonly structuredOutput?: unknown
  /** The CLI's message. Several prompts may share one. */
  readonly message?: ResultMessage
}

/**
 * A prompt, and what becomes of it. Results are not one to one with prompts: prompts may be folded into a running turn, or
 * merged.
 */
export interface SentPrompt {
  readonly uuid: string
  /** What is, or will be, written. A held prompt can still be edited. */
  readonly input: PromptInput
  readonly state: PromptState
  /** The result that covered this prompt. Rejects only when the process ends before there is one. */
  readonly result: Promise<PromptResult>
}

/** The prompt as the session that sent it sees it. */
export class TrackedPrompt implements SentPrompt {
  readonly uuid: string
  input: PromptInput
  readonly result: Promise<PromptResult>
  readonly #refresh: () => void
  #state: PromptState
  #resolve: (result: PromptResult) => void = () => {}
  #reject: (error: Error) => void = () => {}

  /** `refresh` brings its state up to date. */
  constructor(input: PromptInput, state: 'held' | 'sent', refresh: () => void) {
    this.uuid = input.uuid
    this.input = input
    this.#state = state
    this.#refresh = refresh
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    // A prompt that nobody awaits must not end the program.
    this.result.catch(() => {})
  }

  get state(): PromptState {
    this.#refresh()
    return this.#state
  }
  /** As of the last refresh. */
  get isHeld(): boolean {
    return this.#state === 'held'
  }
  get isDone(): boolean {
    return this.#state === 'done'
  }

  goesOn(state: Exclude<PromptState, 'done'>): void {
    this.#state = state
  }
  settle(result: PromptResult): void {
    this.#state = 'done'
    this.#resolve(result)
  }
  fail(error: Error): void {
    this.#state = 'done'
    this.#reject(error)
  }
}

/** Of a turn that failed without a word. */
export const UNEXPLAINED: TurnFailure = { kind: 'other', retryable: false }

/** `message`: the CLI's, where it is at hand. */
export function promptResult(result: TurnResult, message?: ResultMessage): PromptResult {
  const { status, failure = UNEXPLAINED, text, structuredOutput } = result
  return {
    ...(status === 'error' ? { status, failure } : { status }),
    // The reason of an interrupt is the interrupt.
    text: status === 'interrupted' ? (textIn(message?.result) ?? '') : text,
    ...(structuredOutput !== undefined && { structuredOutput }),
    ...(message && { message }),
  }
}

/** A model was asked and went well, and did not answer in the form asked for. */
export function lacksStructuredOutput(message: ResultMessage): boolean {
  return !message.is_error && message.num_turns !== 0 && message.structured_output === undefined
}
