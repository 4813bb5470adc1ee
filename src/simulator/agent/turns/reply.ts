/**
 * One reply of the model on its way to the host: passes the stream on, emits each finished block before the block's own end, and
 * starts tools as soon as they are complete.
 */
import type { ContentBlock } from '../../../protocol/blocks.ts'
import { type JsonObject, parseObject } from '../../../protocol/json.ts'
import type { ApiMessage, ContentDelta, StreamEvent } from '../../../protocol/stream.ts'
import { NO_TOKENS, type Tokens, tokensOf } from '../session/usage.ts'
import type { Thread } from './thread.ts'

export interface Call {
  readonly id: string
  readonly name: string
  readonly input: JsonObject
  /** The uuid of the record to which the result belongs. */
  readonly record: string
}

type Draft = ContentBlock & { json?: string }

export class ReplyReader {
  readonly calls: Call[] = []
  stopReason: string | null = null
  tokens: Tokens = { ...NO_TOKENS }
  text = ''
  hasStarted = false
  requestId: string | undefined
  readonly #thread: Thread
  readonly #onCall: (call: Call) => void
  #message: ApiMessage | undefined
  #draft: Draft | undefined
  #index = 0
  #thought = 0
  #said = 0

  constructor(thread: Thread, onCall: (call: Call) => void) {
    this.#thread = thread
    this.#onCall = onCall
  }

  get isEmpty(): boolean {
    return this.#said === 0
  }

  async take(event: StreamEvent): Promise<void> {
    switch (event.type) {
      case 'message_start':
        this.hasStarted = true
        this.#message = event.message
        this.tokens = tokensOf(event.message.usage)
        this.#thread.begins()
        break
      case 'content_block_start':
        this.#index = event.index
        this.#draft = { ...event.content_block }
        break
      case 'content_block_delta':
        this.#grow(event.delta)
        break
      case 'content_block_stop':
        await this.#finish({})
        break
      case 'message_delta':
        this.stopReason = event.delta.stop_reason ?? null
        this.tokens = { ...this.tokens, ...definedOf(tokensOf(event.usage), event.usage) }
        break
    }
    this.#thread.event(event)
  }

  async takeWhole(message: ApiMessage): Promise<void> {
    this.#message = message
    this.stopReason = message.stop_reason ?? null
    this.tokens = tokensOf(message.usage)
    for (const block of message.content) {
      this.#draft = { ...block }
      await this.#finish({ stop_reason: this.stopReason, usage: message.usage })
    }
  }

  /** Emits what there is of an unfinished block when the user stops the reply. */
  async abort(): Promise<void> {
    const draft = this.#draft
    if (this.#thread.agent.profile.isFirst) return
    if (draft?.type === 'text' && draft.text !== '') {
      await this.#say({ type: 'text', text: draft.text }, {}, { aborted: true })
      this.text = draft.text
    }
  }

  /** Closes a message whose stream will not continue. 2.1.197 leaves it open. */
  close(isInterrupted: boolean): void {
    if (!this.hasStarted || this.#thread.agent.profile.isOld) return
    const thread = this.#thread
    if (this.#draft !== undefined) thread.event({ type: 'content_block_stop', index: this.#index })
    const delta = { stop_reason: null, stop_sequence: null }
    if (isInterrupted) thread.event({ type: 'message_delta', delta, usage: {} })
    const abandoned = { api_message_id: this.#message?.id, from_block_index: this.#index + 1 }
    thread.event({ type: 'message_stop' }, { abandoned_blocks: abandoned })
    this.#draft = undefined
    this.hasStarted = false
  }

  #grow(delta: ContentDelta): void {
    const draft = this.#draft
    if (draft === undefined) return
    if (delta.type === 'text_delta' && draft.type === 'text') draft.text += delta.text
    if (delta.type === 'input_json_delta') draft.json = (draft.json ?? '') + delta.partial_json
    if (delta.type === 'signature_delta' && draft.type === 'thinking') draft.signature = delta.signature
    if (delta.type === 'thinking_delta' && draft.type === 'thinking') {
      draft.thinking += delta.thinking
      const tokens = Math.ceil(delta.thinking.length / 4)
      this.#thought += tokens
      this.#thread.thinking(this.#thought, tokens)
    }
  }

  async #finish(fields: JsonObject): Promise<void> {
    const draft = this.#draft
    this.#draft = undefined
    if (draft === undefined) return
    const { json, ...block } = draft
    if (block.type === 'tool_use') {
      const input = inputOf(block, json)
      const record = await this.#say({ ...block, input }, fields)
      const call = { id: block.id, name: block.name, input, record }
      this.calls.push(call)
      this.#onCall(call)
      return
    }
    if (block.type === 'text') this.text = block.text
    await this.#say(block, fields)
  }

  async #say(block: ContentBlock, fields: JsonObject, extra: JsonObject = {}): Promise<string> {
    this.#said += 1
    const { id, model, usage } = this.#message ?? {}
    const message = { id, type: 'message', role: 'assistant', model, content: [block], stop_reason: null }
    const rest = { stop_sequence: null, usage, context_management: null }
    const asked = this.requestId === undefined ? {} : { request_id: this.requestId }
    return this.#thread.assistant({ ...message, ...rest, ...fields }, { ...asked, ...extra })
  }
}

function inputOf(block: { name: string; input: JsonObject }, json: string | undefined): JsonObject {
  const input = json ? (parseObject(json) ?? {}) : block.input
  return block.name === 'Edit' ? { replace_all: false, ...input } : input
}

/** Returns only those token counts that the API sent. */
function definedOf(tokens: Tokens, said: object | undefined): Partial<Tokens> {
  return Object.fromEntries(Object.entries(tokens).filter(([field]) => said !== undefined && field in said))
}
