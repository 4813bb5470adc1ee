import { type ContentBlock, contentCheck } from '../blocks.ts'
import type { JsonObject, OpenString } from '../json.ts'
import type { ShapeOf } from '../shape.ts'
import type { Envelope } from './envelope.ts'

/**
 * A tool result, an echo of what the host sent (`isReplay`), a text that the CLI wrote itself (`isSynthetic`), or the marker of
 * an interrupt.
 */
export interface UserMessage extends Envelope {
  type: 'user'
  message: { content: string | ContentBlock[]; role?: 'user' }
  parent_tool_use_id?: string | null
  /** An echo. Also set on the output of local commands, which is not an echo. */
  isReplay?: boolean
  isSynthetic?: boolean
  /** The tool's own result object; its shape depends on the tool. */
  tool_use_result?: unknown
  origin?: JsonObject
  priority?: OpenString<'now' | 'next' | 'later'>
  shouldQuery?: boolean
  client_composed?: boolean
  agent_id?: string
  file_attachments?: JsonObject[]
}
export const userShape: ShapeOf<UserMessage> = { message: { content: contentCheck } }
