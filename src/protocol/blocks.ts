import type { JsonObject, OpenString, Unlisted } from './json.ts'
import { AnyOf, type ShapeOf, Variants } from './shape.ts'

/** Text of the model or of a person. */
export interface TextBlock {
  type: 'text'
  text: string
  citations?: JsonObject[] | null
}
/** What the model thought before it answered. */
export interface ThinkingBlock {
  type: 'thinking'
  thinking: string
  signature?: string
}
/** Thinking that is encrypted and cannot be read. */
export interface RedactedThinkingBlock {
  type: 'redacted_thinking'
  data: string
}
/** The model wants a tool to run. Its result refers to the `id`. */
export interface ToolUseBlock {
  type: 'tool_use'
  id: string
  name: string
  /** Narrow it with `isToolInput`. While the block streams it is empty: the input arrives in `input_json_delta` events. */
  input: JsonObject
}
/** The result of a tool call, in a `user` message. */
export interface ToolResultBlock {
  type: 'tool_result'
  tool_use_id: string
  content?: string | ContentBlock[]
  is_error?: boolean
}
/** An image, in a prompt or a tool result. */
export interface ImageBlock {
  type: 'image'
  source: MediaSource
}
/** A document, such as a PDF, in a prompt or a tool result. */
export interface DocumentBlock {
  type: 'document'
  source: MediaSource
  title?: string | null
  context?: string | null
  citations?: { enabled?: boolean }
}
/** A tool that the API runs, not the CLI. */
export interface ServerToolUseBlock {
  type: 'server_tool_use'
  id: string
  name: string
  input: JsonObject
}
/** What a web search by the API found. */
export interface WebSearchResultBlock {
  type: 'web_search_tool_result'
  tool_use_id: string
  content: unknown
}
/** A content block of a type that this version does not know. */
export interface UnlistedBlock {
  type: Unlisted
  [field: string]: unknown
}

/** One part of a message's content. */
export type ContentBlock =
  | TextBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ToolUseBlock
  | ToolResultBlock
  | ImageBlock
  | DocumentBlock
  | ServerToolUseBlock
  | WebSearchResultBlock
  | UnlistedBlock

/** The blocks that a host may put into a user message. */
export type InputBlock = TextBlock | ImageBlock | DocumentBlock | ToolResultBlock

/** Data in the message itself. */
export interface Base64Source {
  type: 'base64'
  media_type: OpenString<'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'application/pdf'>
  data: string
}
/** An address that the API fetches. */
export interface UrlSource {
  type: 'url'
  url: string
}
/** Plain text as the content of a document. */
export interface TextSource {
  type: 'text'
  media_type: OpenString<'text/plain'>
  data: string
}
/** A file that was uploaded to the API. */
export interface FileSource {
  type: 'file'
  file_id: string
}
/** A source of a type that this version does not know. */
export interface UnlistedSource {
  type: Unlisted
  [field: string]: unknown
}
/** Where the data of an image or document is. */
export type MediaSource = Base64Source | UrlSource | TextSource | FileSource | UnlistedSource

type BlockNamed<N> = Extract<ContentBlock, { type: N }>
type SourceNamed<N> = Extract<MediaSource, { type: N }>

const sourceShapes: { [N in Exclude<MediaSource['type'], Unlisted>]: ShapeOf<SourceNamed<N>> } = {
  base64: { media_type: 'string', data: 'string' },
  url: { url: 'string' },
  text: { media_type: 'string', data: 'string' },
  file: { file_id: 'string' },
}
const sourceCheck = new Variants('type', 'open', sourceShapes)

const blockShapes: { [N in Exclude<ContentBlock['type'], Unlisted>]: ShapeOf<BlockNamed<N>> } = {
  text: { text: 'string' },
  thinking: { thinking: 'string' },
  redacted_thinking: { data: 'string' },
  tool_use: { id: 'string', name: 'string', input: {} },
  tool_result: { tool_use_id: 'string' },
  image: { source: sourceCheck },
  document: { source: sourceCheck },
  server_tool_use: { id: 'string', name: 'string', input: {} },
  web_search_tool_result: { tool_use_id: 'string', content: 'value' },
}
export const blockCheck: Variants = new Variants('type', 'open', blockShapes)
/** Content of a user message: a text, or blocks. */
export const contentCheck: AnyOf = new AnyOf(['string', [blockCheck]])
