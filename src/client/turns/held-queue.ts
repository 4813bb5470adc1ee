/** Prompts that wait with us for the end of the turn. Until they are sent they can be edited, moved and cancelled. */

import type { PromptCancelled, PromptChanged, PromptQueued } from '../../state/events.ts'
import { BadRequestError } from '../errors.ts'
import { type Prompt, promptMessage } from '../prompt.ts'
import type { Turn } from './turn.ts'

type Fact = PromptQueued | PromptChanged | PromptCancelled

export class HeldQueue {
  readonly #tell: (fact: Fact) => void
  #turns: Turn[] = []

  constructor(tell: (fact: Fact) => void = () => {}) {
    this.#tell = tell
  }

  list(): readonly Turn[] {
    return [...this.#turns]
  }
  add(turn: Turn): void {
    this.#turns.push(turn)
    this.#tell({ kind: 'prompt-queued', uuid: turn.uuid, content: turn.input.message.content })
  }
  /** The next one to send. */
  take(): Turn | undefined {
    return this.#turns.shift()
  }
  has(uuid: string): boolean {
    return this.#turns.some((turn) => turn.uuid === uuid)
  }
  edit(uuid: string, prompt: Prompt): void {
    const turn = this.#get(uuid)
    const { message } = promptMessage(prompt)
    turn.input = { ...turn.input, message }
    this.#tell({ kind: 'prompt-changed', uuid, content: message.content })
  }
  /** Puts it at `index`; 0 is next. */
  move(uuid: string, index: number): void {
    const turn = this.#get(uuid)
    if (!Number.isInteger(index))
      throw new BadRequestError(`a place in the queue is a whole number, not ${index}`)
    const others = this.#turns.filter((other) => other !== turn)
    others.splice(Math.max(0, Math.min(index, others.length)), 0, turn)
    this.#turns = others
    this.#tell({ kind: 'prompt-changed', uuid, position: others.indexOf(turn) })
  }
  /** False if it is not held (any more). */
  cancel(uuid: string): boolean {
    const turn = this.#turns.find((held) => held.uuid === uuid)
    if (!turn) return false
    this.#turns = this.#turns.filter((other) => other !== turn)
    this.#tell({ kind: 'prompt-cancelled', uuid })
    turn.settle({ status: 'cancelled', text: '' })
    return true
  }
  fail(error: Error): void {
    for (const turn of this.#turns.splice(0)) {
      this.#tell({ kind: 'prompt-cancelled', uuid: turn.uuid })
      turn.fail(error)
    }
  }

  #get(uuid: string): Turn {
    const turn = this.#turns.find((held) => held.uuid === uuid)
    if (turn) return turn
    throw new BadRequestError(
      `prompt ${uuid} is not held in the queue: it was sent, cancelled or never there`,
    )
  }
}
