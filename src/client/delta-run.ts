/**
 * Deltas of one content block that came one after the other, as one. A block may come in thousands of them, and folding
 * each by itself costs more than reading it: nobody sees a state that nobody asked for in between.
 */
import type { StreamEventMessage } from '../protocol/messages/assistant.ts'
import type { StdoutMessage } from '../protocol/stdout.ts'
import type { ContentBlockDelta } from '../protocol/stream.ts'

/** So that what is not folded yet stays small. */
const MAX_DELTAS = 1000
const MAX_TEXT = 64 * 1024

type TextField = 'text' | 'thinking' | 'partial_json'

export class DeltaRun {
  #last: StreamEventMessage | undefined
  #field: TextField = 'text'
  #index = 0
  #text = ''
  #count = 0
  /** When the last one came. */
  at = 0

  /** How much text it has. */
  get size(): number {
    return this.#text.length
  }

  /** False: it does not belong to the run, which has to be taken first. */
  add(message: StdoutMessage, at: number): boolean {
    if (message.type !== 'stream_event' || message.event.type !== 'content_block_delta') return false
    const { index, delta } = message.event as ContentBlockDelta
    switch (delta.type) {
      case 'text_delta':
        return this.#append(message, index, 'text', delta.text, at)
      case 'thinking_delta':
        return this.#append(message, index, 'thinking', delta.thinking, at)
      case 'input_json_delta':
        return this.#append(message, index, 'partial_json', delta.partial_json, at)
      default:
        return false
    }
  }

  #append(message: StreamEventMessage, index: number, field: TextField, text: string, at: number): boolean {
    if (this.#last === undefined) {
      this.#field = field
      this.#index = index
    } else if (!this.#goesOn(message, index, field)) return false
    this.#last = message
    // The parts are joined only when somebody reads the text.
    this.#text += text
    this.#count += 1
    this.at = at
    return true
  }

  #goesOn(message: StreamEventMessage, index: number, field: TextField): boolean {
    if (field !== this.#field || index !== this.#index) return false
    if (this.#count >= MAX_DELTAS || this.#text.length >= MAX_TEXT) return false
    return this.#last?.parent_tool_use_id === message.parent_tool_use_id
  }

  /** The run as one message: the last one, with the text of all. Undefined if there is no run. */
  take(): StreamEventMessage | undefined {
    const last = this.#last
    if (!last) return undefined
    const isOne = this.#count === 1
    const event = last.event as ContentBlockDelta
    const delta = { ...event.delta, [this.#field]: this.#text } as ContentBlockDelta['delta']
    this.#last = undefined
    this.#text = ''
    this.#count = 0
    return isOne ? last : { ...last, event: { ...event, delta } }
  }
}
