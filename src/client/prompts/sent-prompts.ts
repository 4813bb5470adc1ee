/**
 * The prompts of a session, from `send` to the result that covers them. What becomes of each is read from the state, which
 * alone knows the turns; here the promises are kept. It ends with the process: `failAll`.
 */
import type { PromptInput } from '../../driver/prompt.ts'
import type { ResultMessage } from '../../protocol/messages/result.ts'
import type { StdoutMessage } from '../../protocol/stdout.ts'
import { isProbe } from '../../state/control/control.ts'
import { lastValue, valueAt } from '../../state/list.ts'
import { lookUp } from '../../state/lookup.ts'
import type { SessionState } from '../../state/session-state.ts'
import type { OpenPrompt } from '../../state/turns/prompts.ts'
import {
  type PromptResult,
  type PromptState,
  promptResult,
  type SentPrompt,
  TrackedPrompt,
  UNEXPLAINED,
} from './sent-prompt.ts'

/** A prompt is not sent again while it is remembered. After that the CLI itself remembers it. */
const MAX_REMEMBERED = 200

const STATES: Record<OpenPrompt['status'], Exclude<PromptState, 'done'>> = {
  held: 'held',
  sent: 'sent',
  accepted: 'accepted',
  running: 'started',
}

export class SentPrompts {
  readonly #state: () => SessionState
  readonly #all = new Map<string, TrackedPrompt>()
  /** Those without a result. */
  readonly #open = new Map<string, TrackedPrompt>()
  /** The last result, and the number of its turn. */
  #last: { readonly turn: number; readonly message: ResultMessage } | undefined

  /** Making `state` takes time: it is read only on demand. */
  constructor(state: () => SessionState) {
    this.#state = state
  }

  get hasHeld(): boolean {
    for (const { isHeld } of this.#open.values()) if (isHeld) return true
    return false
  }
  get(uuid: string): TrackedPrompt | undefined {
    return this.#all.get(uuid)
  }
  get lastResult(): ResultMessage | undefined {
    return this.#last?.message
  }

  add(input: PromptInput, state: 'held' | 'sent'): TrackedPrompt {
    const prompt = new TrackedPrompt(input, state, () => this.update())
    this.#all.set(prompt.uuid, prompt)
    this.#open.set(prompt.uuid, prompt)
    for (const [uuid, { isDone }] of this.#all) {
      if (this.#all.size <= MAX_REMEMBERED) break
      if (isDone) this.#all.delete(uuid)
    }
    return prompt
  }

  /** The state has this result. */
  ended(message: ResultMessage): void {
    const turn = lastValue(this.#state().turns.past)
    if (turn) this.#last = { turn: turn.number, message }
  }

  /** Settles what is over by now. */
  update(): void {
    if (this.#open.size === 0) return
    const state = this.#state()
    const open = new Map(state.prompts.open.map((prompt) => [prompt.uuid, prompt]))
    const { tellsLifecycle, undecided } = state.turns.tracking
    for (const prompt of this.#open.values()) {
      const known = open.get(prompt.uuid)
      // The CLI says that it has started, and the turn is about to begin.
      const isStarting = tellsLifecycle && undecided.includes(prompt.uuid)
      if (known) prompt.goesOn(isStarting ? 'started' : STATES[known.status])
      else {
        this.#open.delete(prompt.uuid)
        prompt.settle(outcome(prompt, state, this.#last))
      }
    }
  }

  failAll(error: Error): void {
    for (const prompt of this.#open.values()) prompt.fail(error)
    this.#open.clear()
  }
}

/** For a prompt that the state knew and that is no longer open. */
function outcome(
  { uuid }: SentPrompt,
  { prompts, turns }: SessionState,
  last: { readonly turn: number; readonly message: ResultMessage } | undefined,
): PromptResult {
  const cancelled = prompts.cancelled.findLast((prompt) => prompt.uuid === uuid)
  const number = lookUp(prompts.done, uuid)
  const turn = number === undefined ? undefined : valueAt(turns.past, number - 1)
  // The state remembers only the last of those that were cancelled: when many are at once, some are in no list.
  if (cancelled || !turn)
    return { status: cancelled?.why === 'already-run' ? 'already-run' : 'cancelled', text: '' }
  if (!turn.result)
    return { status: 'error', failure: UNEXPLAINED, text: 'The CLI ended the turn without a result.' }
  return promptResult(turn.result, last?.turn === number ? last?.message : undefined)
}

/** Only after these the state is looked at: folding it for each message would hold up the readers. */
export function mayEndPrompt(message: StdoutMessage, isInTurn: boolean): boolean {
  switch (message.type) {
    case 'result':
      return true
    case 'command_lifecycle':
      return message.state !== 'queued' && message.state !== 'started'
    case 'system':
      return message.subtype === 'session_state_changed' && message.state === 'idle'
    case 'control_response':
      return isProbe(message.response.request_id)
    case 'user':
      // Between two turns: the echo of a prompt that is not run again.
      return message.isReplay === true && !isInTurn
    default:
      return false
  }
}
