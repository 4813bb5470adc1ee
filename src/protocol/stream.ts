/** The Messages API's stream events, which the CLI passes on in `stream_event` messages. */
import { blockCheck, type ContentBlock } from './blocks.ts'
import type { JsonObject, OpenString, Unlisted } from './json.ts'
import { type ShapeOf, Variants } from './shape.ts'
import type { Usage } from './usage.ts'

/** Why the model stopped. */
export type StopReason = OpenString<
  'end_turn' | 'tool_use' | 'max_tokens' | 'stop_sequence' | 'pause_turn' | 'refusal'
>

/** A message of the Messages API. In an `assistant` message it holds one finished block (old CLIs: several). */
export interface ApiMessage {
  content: ContentBlock[]
  id?: string
  type?: 'message'
  role?: 'assistant'
  model?: string
  /** Null until the message is complete: see `message_delta` and `result`. */
  stop_reason?: StopReason | null
  stop_sequence?: string | null
  usage?: Usage
}
export const apiMessageShape: ShapeOf<ApiMessage> = { content: [blockCheck] }

/** A message of the model starts. */
export interface MessageStart {
  type: 'message_start'
  message: ApiMessage
}
/** A block of the message starts; it is still empty. */
export interface ContentBlockStart {
  type: 'content_block_start'
  index: number
  content_block: ContentBlock
}
/** A piece of the block with this index. */
export interface ContentBlockDelta {
  type: 'content_block_delta'
  index: number
  delta: ContentDelta
}
/** The block with this index is complete. */
export interface ContentBlockStop {
  type: 'content_block_stop'
  index: number
}
/** Why the message ends, and its final usage. */
export interface MessageDelta {
  type: 'message_delta'
  delta: { stop_reason?: StopReason | null; stop_sequence?: string | null }
  usage?: Usage
}
/** The message is complete. */
export interface MessageStop {
  type: 'message_stop'
}
/** A stream event of a type that this version does not know. */
export interface UnlistedStreamEvent {
  type: Unlisted
  [field: string]: unknown
}
/** An event of the API while the model answers. */
export type StreamEvent =
  | MessageStart
  | ContentBlockStart
  | ContentBlockDelta
  | ContentBlockStop
  | MessageDelta
  | MessageStop
  | UnlistedStreamEvent

/** More of a `text` block. */
export interface TextDelta {
  type: 'text_delta'
  text: string
}
/** More of the input of a `tool_use` block, as a piece of JSON text. */
export interface InputJsonDelta {
  type: 'input_json_delta'
  partial_json: string
}
/** More of a `thinking` block. */
export interface ThinkingDelta {
  type: 'thinking_delta'
  thinking: string
}
/** The signature of a `thinking` block. */
export interface SignatureDelta {
  type: 'signature_delta'
  signature: string
}
/** A citation of a `text` block. */
export interface CitationsDelta {
  type: 'citations_delta'
  citation: JsonObject
}
/** A delta of a type that this version does not know. */
export interface UnlistedDelta {
  type: Unlisted
  [field: string]: unknown
}
/** What is added to a block. */
export type ContentDelta =
  | TextDelta
  | InputJsonDelta
  | ThinkingDelta
  | SignatureDelta
  | CitationsDelta
  | UnlistedDelta

type DeltaNamed<N> = Extract<ContentDelta, { type: N }>
type EventNamed<N> = Extract<StreamEvent, { type: N }>

const deltaShapes: { [N in Exclude<ContentDelta['type'], Unlisted>]: ShapeOf<DeltaNamed<N>> } = {
  text_delta: { text: 'string' },
  input_json_delta: { partial_json: 'string' },
  thinking_delta: { thinking: 'string' },
  signature_delta: { signature: 'string' },
  citations_delta: { citation: {} },
}
const streamEventShapes: { [N in Exclude<StreamEvent['type'], Unlisted>]: ShapeOf<EventNamed<N>> } = {
  message_start: { message: apiMessageShape },
  content_block_start: { index: 'number', content_block: blockCheck },
  content_block_delta: { index: 'number', delta: new Variants('type', 'open', deltaShapes) },
  content_block_stop: { index: 'number' },
  message_delta: { delta: {} },
  message_stop: {},
}
export const streamEventCheck: Variants = new Variants('type', 'open', streamEventShapes)

/** The same check as the shapes above, for the deltas that arrive by the thousand: written out, it costs next to nothing. */
export function isCommonDelta(value: unknown): boolean {
  const message = value as JsonObject | null
  if (message?.type !== 'stream_event') return false
  const event = message.event as Partial<ContentBlockDelta> | null | undefined
  if (event?.type !== 'content_block_delta' || typeof event.index !== 'number') return false
  const delta = event.delta as {
    type?: unknown
    text?: unknown
    partial_json?: unknown
    thinking?: unknown
  } | null
  switch (delta?.type) {
    case 'text_delta':
      return typeof delta.text === 'string'
    case 'input_json_delta':
      return typeof delta.partial_json === 'string'
    case 'thinking_delta':
      return typeof delta.thinking === 'string'
    default:
      return false
  }
}
