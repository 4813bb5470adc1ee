/** The stream events that carry a message, and their format on the wire. */
import type { ContentBlock } from '../../protocol/blocks.ts'
import type { ApiMessage, ContentDelta, StreamEvent } from '../../protocol/stream.ts'
import { type ContentStep, isStep } from '../scenario.ts'
import { isOpen } from './message.ts'

const WORDS = 3
const INPUT_CHARACTERS = 32

export function toSse(event: { type: string }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

/** The events of one message, created step by step. Each method continues where the last one stopped. */
export class MessageEvents {
  readonly #message: ApiMessage
  #started = false
  #index = -1
  #open = false

  constructor(message: ApiMessage) {
    this.#message = message
  }

  *content(step: ContentStep): Generator<StreamEvent> {
    yield* this.#start()
    if (!isStep(step, 'text')) yield* this.#close()
    const block = this.#message.content[this.#open ? this.#index : this.#index + 1]
    if (block === undefined) throw new Error('The message has no block for this step.')
    if (!this.#open) {
      this.#open = true
      this.#index += 1
      yield { type: 'content_block_start', index: this.#index, content_block: emptied(block) }
    }
    for (const delta of deltas(block, step)) yield { type: 'content_block_delta', index: this.#index, delta }
    if (!isOpen(step)) yield* this.#close()
  }

  *end(): Generator<StreamEvent> {
    yield* this.#start()
    yield* this.#close()
    const { stop_reason = null, usage = {} } = this.#message
    yield { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage }
    yield { type: 'message_stop' }
  }

  *#start(): Generator<StreamEvent> {
    if (this.#started) return
    this.#started = true
    const usage = { ...this.#message.usage, output_tokens: 1 }
    yield { type: 'message_start', message: { ...this.#message, content: [], stop_reason: null, usage } }
  }

  *#close(): Generator<StreamEvent> {
    if (!this.#open) return
    this.#open = false
    yield { type: 'content_block_stop', index: this.#index }
  }
}

function emptied(block: ContentBlock): ContentBlock {
  if (block.type === 'text') return { ...block, text: '' }
  if (block.type === 'thinking') return { ...block, thinking: '', signature: '' }
  if (block.type === 'tool_use') return { ...block, input: {} }
  return block
}

function* deltas(block: ContentBlock, step: ContentStep): Generator<ContentDelta> {
  if (block.type === 'thinking') {
    for (const thinking of wordGroups(block.thinking)) yield { type: 'thinking_delta', thinking }
    yield { type: 'signature_delta', signature: block.signature ?? '' }
  }
  if (block.type === 'tool_use') {
    yield { type: 'input_json_delta', partial_json: '' }
    for (const partial_json of slices(JSON.stringify(block.input), INPUT_CHARACTERS))
      yield { type: 'input_json_delta', partial_json }
  }
  if (isStep(step, 'text')) {
    const pieces = [...(step.chunk === undefined ? wordGroups(step.text) : slices(step.text, step.chunk))]
    for (let time = 0; time < (step.repeat ?? 1); time += 1) {
      for (const text of pieces) yield { type: 'text_delta', text }
    }
  }
}

function* wordGroups(text: string): Generator<string> {
  const words = text.split(/(?<=\s)(?=\S)/)
  for (let at = 0; at < words.length; at += WORDS) {
    const group = words.slice(at, at + WORDS).join('')
    if (group !== '') yield group
  }
}

/** Cuts between characters, never inside a surrogate pair. */
function* slices(text: string, size: number): Generator<string> {
  const characters = Array.from(text)
  for (let at = 0; at < characters.length; at += size) yield characters.slice(at, at + size).join('')
}
