/** Prompts that wait here for the end of the turn. Until they are sent they can be edited, moved and cancelled. */
import { BadRequestError } from '../../driver/errors.ts'
import { type Prompt, promptMessage } from '../../driver/prompt.ts'
import type { EventBody } from '../../state/events.ts'
import type { SessionState } from '../../state/session-state.ts'
import { heldPrompts } from '../../state/turns/prompts.ts'
import type { SentPrompt } from './sent-prompt.ts'
import type { SentPrompts } from './sent-prompts.ts'

export interface QueueParts {
  readonly prompts: SentPrompts
  readonly state: () => SessionState
  readonly record: (fact: EventBody) => void
}

/** The prompts that are held back until the turn ends. They can be listed, edited and cancelled. */
export class PromptQueue {
  readonly #parts: QueueParts

  constructor(parts: QueueParts) {
    this.#parts = parts
  }

  /** The next one to be sent comes first. */
  list(): readonly SentPrompt[] {
    const { prompts, state } = this.#parts
    return heldPrompts(state().prompts).flatMap(({ uuid }) => prompts.get(uuid) ?? [])
  }
  has(uuid: string): boolean {
    return this.list().some((prompt) => prompt.uuid === uuid)
  }
  edit(uuid: string, prompt: Prompt): void {
    const held = this.#held(uuid)
    const { message } = promptMessage(prompt, uuid)
    held.input = { ...held.input, message }
    this.#parts.record({ kind: 'prompt-changed', uuid, content: message.content })
  }
  /** Puts it at `index`; 0 is next. */
  move(uuid: string, index: number): void {
    this.#held(uuid)
    if (!Number.isInteger(index))
      throw new BadRequestError(`a place in the queue is a whole number, not ${index}`)
    const position = Math.max(0, Math.min(index, this.list().length - 1))
    this.#parts.record({ kind: 'prompt-changed', uuid, position })
  }
  /** False if it is not held, or no longer. */
  cancel(uuid: string): boolean {
    if (!this.has(uuid)) return false
    this.#parts.record({ kind: 'prompt-cancelled', uuid })
    return true
  }

  #held(uuid: string) {
    const prompt = this.#parts.prompts.get(uuid)
    if (prompt && this.has(uuid)) return prompt
    throw new BadRequestError(
      `prompt ${uuid} is not held in the queue: it was sent, cancelled or never there`,
    )
  }
}
